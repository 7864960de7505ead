#include "harness/seismic/migration/shots_in_turn.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/buffers.h"
#include "harness/base/clock.h"
#include "harness/base/parallel.h"
#include "harness/bench/verify/block.h"

namespace ladder {
namespace {

// The products of a case, in the order of its arrays.
constexpr std::size_t image = 0, gather_x = 1, gather_z = 2, illumination = 3;

// Of planes of the padded grid, one in `step` with the middle one among them: the model's part.
// Returns where the next ones go.
float *put_part(const GuardedBuffer<float> &planes, const SurveyCase &survey, float *to,
                std::size_t step = 1) {
  const ImagingCase &c = survey.shared();
  const ModelPart &part = survey.part();
  const auto nz = static_cast<std::size_t>(part.nz), nx = static_cast<std::size_t>(part.nx);
  const std::size_t middle = planes.size() / c.field() / 2, first_plane = middle % step;
  const std::size_t columns = (2 * (middle / step) + 1) * nx;
  each_chunk(
      columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t column = first; column < end; ++column) {
          const std::size_t plane = first_plane + step * (column / nx), x = column % nx;
          const float *const from =
              planes.data() + plane * c.field() +
              (x + static_cast<std::size_t>(part.left)) * static_cast<std::size_t>(c.nz) +
              static_cast<std::size_t>(part.top);
          std::copy_n(from, nz, to + column * nz);
        }
      },
      4096);
  return to + columns * nz;
}

}  // namespace

ShotsInTurn::ShotsInTurn(const SurveyCase &survey, const Engine &engine, HandOn hand_on)
    : survey_(survey), engine_(engine), hand_on_(std::move(hand_on)),
      meanwhile_(engine.entry.stage->device == LADDER_ON_CUDA ? std::launch::async
                                                              : std::launch::deferred),
      result_(Stack(survey).values()) {}

ShotsInTurn::ShotsInTurn(const SurveyCase &survey, const Engine &engine, const DeviceSums &sums)
    : survey_(survey), engine_(engine), sums_(&sums), meanwhile_(std::launch::async) {}

void ShotsInTurn::ask(std::size_t shot) {
  auto made = std::async(meanwhile_, [this, shot] { return survey_.of_shot(shot); });
  const std::lock_guard lock(mutex_);
  asked_.push_back({shot, std::move(made)});
}

ShotsInTurn::Asked ShotsInTurn::next() {
  const std::lock_guard lock(mutex_);
  Asked first = std::move(asked_.front());
  asked_.pop_front();
  return first;
}

Run ShotsInTurn::run_shot(ImagingCase &&c) {
  RunOptions options;
  options.earlier = &spare_;
  if (!sums_) return run_once(c, *engine_.entry.stage, engine_.launch, options);
  return run_once(*sums_->of_shot(std::move(c)), sums_->stage(), engine_.launch, options);
}

void ShotsInTurn::run() {
  Asked asked = next();
  const double begin = steady_s();
  ImagingCase c = asked.the_case.get();
  const double made = steady_s();
  Run run = run_shot(std::move(c));
  check(run, asked.shot);
  const double over = steady_s(), created = 1e-9 * double(run.setup_ns),
               ran = 1e-9 * double(run.wall_ns);
  settle();
  times_.waited_for_case += made - begin;
  times_.created += created;
  times_.ran += ran;
  times_.rest += over - made - created - ran;
  times_.waited_for_results += steady_s() - over;
  if (sums_) {
    spare_ = std::move(run);
    return;
  }
  spare_ = std::move(handed_);
  handed_ = std::move(run);
  handing_ = std::async(meanwhile_, [this, shot = asked.shot] { hand_on(handed_, shot); });
  if (meanwhile_ == std::launch::deferred) settle();
}

void ShotsInTurn::run_all(std::size_t first, std::size_t end, const std::function<void()> &ran) {
  if (first < end) ask(first);
  for (std::size_t shot = first; shot < end; ++shot) {
    if (shot + 1 < end) ask(shot + 1);
    run();
    ran();
  }
  settle();
}

void ShotsInTurn::settle() {
  if (handing_.valid()) handing_.get();
}

void ShotsInTurn::check(const Run &run, std::size_t shot) const {
  if (!run.ok())
    throw of_shot(shot, exit_of(run.error.status), describe(*engine_.entry.stage, run.error));
  if (!run.foreign_write.empty()) throw of_shot(shot, Exit::wrong, run.foreign_write);
}

Error ShotsInTurn::of_shot(std::size_t shot, Exit code, const std::string &why) const {
  return Error(code, fmt::format("shot {}: {}", survey_.number_of(shot), why));
}

void ShotsInTurn::hand_on(const Run &run, std::size_t shot) {
  const ImagingCase &c = survey_.shared();
  for (const std::size_t product : {image, gather_x, gather_z, illumination})
    if (!all_finite(run.arrays[product]->data(), run.arrays[product]->size()))
      throw of_shot(shot, Exit::wrong,
                    fmt::format("stage {} returned values that are not finite in its {}",
                                engine_.entry.name(), c.arrays()[product].name));
  float *to = result_.data();
  to = put_part(*run.arrays[image], survey_, to);
  to = put_part(*run.arrays[illumination], survey_, to);
  const auto step = static_cast<std::size_t>(survey_.offset_step());
  if (c.offsets_x > 0) to = put_part(*run.arrays[gather_x], survey_, to, step);
  if (c.offsets_z > 0) put_part(*run.arrays[gather_z], survey_, to, step);
  hand_on_(result_);
}

ShotTimes migrate_on_device(const SurveyCase &survey, const Engine &engine, DeviceSums &sums,
                            Stack &stack, KeptStack &checkpoint, const std::function<void()> &ran) {
  std::size_t summed = stack.shots;
  if (summed > 0) sums.put(stack);
  // The number of shots changes last: where fetching fails, the stack counts as what was written.
  const auto fetch = [&] {
    checkpoint.settle();
    if (stack.shots == summed) return;
    sums.get(stack);
    stack.shots = summed;
  };
  ShotsInTurn shots(survey, engine, sums);
  try {
    shots.run_all(stack.shots, survey.shots(), [&] {
      ++summed;
      if (checkpoint.due()) {
        fetch();
        checkpoint.added();
      }
      ran();
    });
  } catch (const Error &error) {
    if (error.exit != Exit::device) fetch();
    throw;
  }
  fetch();
  return shots.times();
}

}  // namespace ladder
