#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/floating_point.h"
#include "harness/bench/run/run.h"
#include "harness/seismic/shadow/shadow_run.h"

namespace ladder {
namespace {

// The driver records sample 0 and that of the step; a stage that owns the loop brings all samples
// so far.
std::size_t trace_values_of(const WaveCase &c, const ladder_stage &stage) {
  return stage.owns_time_loop ? static_cast<std::size_t>(c.trace_values())
                              : 2 * c.receiver_cells.size();
}

}  // namespace

ShadowStage::ShadowStage(const WaveCase &c, const StageEntry &entry, const ladder_launch &launch)
    : case_(c), entry_(entry), view_(c.view()), now_(static_cast<std::size_t>(c.cells())),
      before_(now_.size()), laplacian_(now_.size()), traces_(trace_values_of(c, *entry.stage)),
      samples_(c.source_cells.size()) {
  const ladder_stage &stage = *entry_.stage;
  if (stage.page_locked)
    for (GuardedBuffer<float> *array : {&now_, &before_, &laplacian_, &traces_}) {
      locks_.emplace_back(array->data(), array->size() * sizeof(float));
      if (!locks_.back().why_not().empty()) throw Error(Exit::device, locks_.back().why_not());
    }
  const FloatingPoint of_the_program;
  if (const ladder_status status = stage.create(&view_, &launch, &state_); status != LADDER_OK)
    fail(status);
}

ShadowStage::~ShadowStage() { entry_.stage->destroy(state_); }

void ShadowStage::fail(ladder_status status) const {
  const ladder_stage &stage = *entry_.stage;
  throw Error(exit_of(status), describe(stage, {status, reason(stage, state_)}));
}

void ShadowStage::take(std::int32_t step, const float *now, const float *before) {
  std::copy_n(now, now_.size(), now_.data());
  std::copy_n(before, before_.size(), before_.data());
  step_ = step;
  given_ = true;
}

void ShadowStage::go_on() {
  const FloatingPoint of_the_program;
  const ladder_status status = entry_.stage->owns_time_loop ? loop_step() : operator_step();
  if (status != LADDER_OK) fail(status);
  ++step_;
  for (const GuardedBuffer<float> *array : {&now_, &before_, &laplacian_, &traces_})
    if (const auto far = array->foreign_write(); far != 0)
      throw Error(
          Exit::wrong,
          fmt::format("stage '{}': out-of-bounds write at step {}, {} elements "
                      "{} an array",
                      entry_.name(), step_, std::abs(far), far < 0 ? "before" : "past the end of"));
}

// The driver takes the step as a run of one: with the sources' values of this step alone.
ladder_status ShadowStage::operator_step() {
  for (std::size_t s = 0; s < samples_.size(); ++s)
    samples_[s] =
        case_.wavelets[s * static_cast<std::size_t>(case_.steps) + static_cast<std::size_t>(step_)];
  ladder_wave one = view_;
  one.steps = 1;
  one.wavelets = samples_.data();
  laplacian_.poison();
  ladder_fields fields{now_.data(), before_.data(), laplacian_.data(), traces_.data(), 0};
  const ladder_observer nobody{};
  const ladder_status status = ladder_drive(&one, entry_.stage, state_, &nobody, &fields);
  if (fields.now != now_.data()) std::swap(now_, before_);
  return status;
}

ladder_status ShadowStage::loop_step() {
  const ladder_wave_entries &entries = wave_entries(*entry_.stage);
  if (given_)
    if (const auto status = entries.upload(state_, now_.data(), before_.data(), step_);
        status != LADDER_OK)
      return status;
  given_ = false;
  if (const auto status = entries.advance(state_, 1); status != LADDER_OK) return status;
  for (GuardedBuffer<float> *array : {&now_, &before_}) array->poison();
  return entries.download(state_, now_.data(), before_.data(), traces_.data());
}

}  // namespace ladder
