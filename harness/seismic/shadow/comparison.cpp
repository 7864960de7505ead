#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/base/floating_point.h"
#include "harness/bench/run/run.h"
#include "harness/bench/verify/block.h"
#include "harness/problems/wave/operator_probe.h"
#include "harness/seismic/shadow/shadow_run.h"

namespace ladder {
namespace {

const double unit_roundoff = std::ldexp(1.0, -24);
// Of a step, in addition to those of the operator: 2 p - p_before + (v dt)^2 L p takes four, the
// source one, the taper three.
constexpr double roundings_of_a_step = 8, roundings_of_a_taper = 3;

// The driver records sample 0 and that of the step; a stage that owns the loop brings all samples
// so far.
std::size_t trace_values_of(const WaveCase &c, const ladder_stage &stage) {
  return stage.owns_time_loop ? static_cast<std::size_t>(c.trace_values())
                              : 2 * c.receiver_cells.size();
}

}  // namespace

Comparison::Comparison(const WaveCase &c, const ShadowSettings &settings)
    : case_(c), share_(settings.bound), from_itself_(settings.from_itself),
      start_now_(static_cast<std::size_t>(c.cells())), start_before_(start_now_.size()),
      rounding_(c.rounding()) {
  for (std::size_t s = 0; s < c.source_cells.size(); ++s)
    source_at_[c.index(c.source_cells[s])] = s;
}

void Comparison::note_peak(const float *now) {
  add_step(peaks_, largest_of(now, start_now_.size()));
}

void Comparison::note_borders(const float *now, const Bound &bound) {
  const std::int64_t cells[] = {case_.nz, case_.nx, case_.ny},
                     stride[] = {1, case_.nz, std::int64_t{case_.nz} * case_.nx};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t end = 0; end < 2; ++end) {
      const std::size_t one = (axis + 1) % 3, other = (axis + 2) % 3;
      const std::int64_t first = end == 0 ? 0 : (cells[axis] - 1) * stride[axis];
      for (std::int64_t i = 0; i < cells[one] && !reached_[axis][end]; ++i)
        for (std::int64_t j = 0; j < cells[other] && !reached_[axis][end]; ++j) {
          const auto cell = static_cast<std::size_t>(first + i * stride[one] + j * stride[other]);
          reached_[axis][end] = std::abs(double(now[cell])) > bound(cell);
        }
    }
}

std::string Comparison::borders_never_reached() const {
  const int cells[] = {case_.nz, case_.nx, case_.ny};
  std::string borders;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t end = 0; end < 2; ++end)
      if (cells[axis] > 1 && !reached_[axis][end])
        borders += fmt::format("{}{} = {}", borders.empty() ? "" : ", ", "zxy"[axis],
                               end == 0 ? 0 : cells[axis] - 1);
  return borders;
}

void Comparison::starts_from(const float *now, const float *before) {
  if (peaks_.steps == 0) note_peak(now);
  if (from_itself_) return;
  std::copy_n(now, start_now_.size(), start_now_.data());
  std::copy_n(before, start_before_.size(), start_before_.data());
}

double Comparison::bound_of_a_step(int step, std::size_t cell) const {
  const auto i = static_cast<std::int64_t>(cell);
  const std::array<std::int64_t, 3> at = {i % case_.nz, i / case_.nz % case_.nx,
                                          i / case_.nz / case_.nx},
                                    cells = {case_.nz, case_.nx, case_.ny},
                                    stride = {1, case_.nz, std::int64_t{case_.nz} * case_.nx};
  const std::vector<float> *taps[] = {&case_.taps_z, &case_.taps_x, &case_.taps_y};
  const std::int64_t m = case_.half_length;
  double sum = 0;  // of |tap||p|
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t k = std::max(-m, -at[axis]); k <= std::min(m, cells[axis] - 1 - at[axis]);
         ++k)
      sum += std::abs(double((*taps[axis])[static_cast<std::size_t>(k + m)]) *
                      start_now_[static_cast<std::size_t>(i + k * stride[axis])]);
  const double v2dt2 = case_.v2dt2[cell], gamma = rounding_of_sums(case_);
  double terms = 2.0 * std::abs(start_now_[cell]) + std::abs(start_before_[cell]) + v2dt2 * sum;
  if (const auto source = source_at_.find(cell); source != source_at_.end())
    terms += std::abs(double(case_.wavelets[source->second * static_cast<std::size_t>(case_.steps) +
                                            static_cast<std::size_t>(step - 1)]));
  // Denormal numbers may be flushed to zero, in every product of the sums.
  const double flushed = FLT_MIN * (roundings_of_a_step + v2dt2 * gamma / unit_roundoff);
  return 2 * (v2dt2 * gamma * sum + roundings_of_a_step * unit_roundoff * terms + flushed);
}

void Comparison::look(const float *program, const float *stage, bool of_before, const Bound &bound,
                      StepCompared &found) {
  for (std::size_t i = 0; i < start_now_.size(); ++i) {
    if (!finite(program[i]))
      throw Error(
          Exit::wrong,
          fmt::format(
              "the program's own field is not finite at step {}, {}: later steps are not compared",
              found.step, place(i)));
    if (program[i] == stage[i]) continue;
    const double difference = finite(stage[i]) ? std::abs(double(program[i]) - stage[i]) : HUGE_VAL;
    if (difference > found.largest) {
      found.largest = difference;
      found.largest_at = i;
    }
    const double limit = bound(i);
    const double ratio = limit > 0 ? difference / limit : HUGE_VAL;
    if (!(difference <= limit)) ++found.beyond;
    if (ratio > found.worst) {
      found.worst = ratio;
      found.worst_at = i;
      found.worst_difference = difference;
      found.worst_bound = limit;
      found.worst_of_before = of_before;
    }
  }
}

StepCompared Comparison::compare(int step, const float *now, const float *before,
                                 const float *stage_now, const float *stage_before) {
  StepCompared found;
  found.step = step;
  note_peak(now);
  if (share_ > 0 || from_itself_) {
    const double limit = share_ > 0 ? share_ * peaks_.largest : 2 * rounding_(peaks_);
    const Bound everywhere = [limit](std::size_t) { return limit; };
    look(now, stage_now, false, everywhere, found);
    note_borders(now, everywhere);
    look(before, stage_before, true, everywhere, found);
    return found;
  }
  const Bound of_step = [&](std::size_t cell) { return bound_of_a_step(step, cell); };
  look(now, stage_now, false, of_step, found);
  note_borders(now, of_step);
  look(
      before, stage_before, true,
      [&](std::size_t i) {
        return 2 *
               (roundings_of_a_taper * unit_roundoff * std::abs(double(start_now_[i])) + FLT_MIN);
      },
      found);
  return found;
}

std::string Comparison::bound_text() const {
  if (share_ > 0) return fmt::format("{:g} of the program's largest value so far", share_);
  return from_itself_ ? "what rounding explains of all steps so far"
                      : "what rounding explains of one step";
}

std::string Comparison::place(std::size_t cell) const {
  const auto i = static_cast<std::int64_t>(cell);
  const std::int64_t z = i % case_.nz, x = i / case_.nz % case_.nx, y = i / case_.nz / case_.nx;
  return case_.ny > 1 ? fmt::format("cell (z {}, x {}, y {})", z, x, y)
                      : fmt::format("cell (z {}, x {})", z, x);
}

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
