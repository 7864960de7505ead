#include "harness/seismic/migration/migrate_shot.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "harness/base/error.h"
#include "harness/base/guarded_buffer.h"
#include "harness/base/parallel.h"
#include "harness/bench/run/run.h"

namespace ladder {
namespace {

// The products of a case, in the order of its arrays.
constexpr std::size_t image = 0, gather_x = 1, gather_z = 2, illumination = 3;

bool all_finite(const GuardedBuffer<float> &values) {
  std::atomic<bool> all = true;
  each_chunk(values.size(), [&](std::size_t, std::size_t first, std::size_t end) {
    if (!std::all_of(values.data() + first, values.data() + end,
                     [](float value) { return finite(value); }))
      all = false;
  });
  return all;
}

// Of planes of the padded grid, the model's part.
void append_part(ShotResult &result, const GuardedBuffer<float> &planes, const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  const ModelPart &part = survey.part();
  const auto nz = static_cast<std::size_t>(part.nz), nx = static_cast<std::size_t>(part.nx);
  const std::size_t columns = planes.size() / c.field() * nx, begin = result.size();
  result.resize(begin + columns * nz);
  each_chunk(
      columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t column = first; column < end; ++column) {
          const std::size_t plane = column / nx, x = column % nx;
          const float *const from =
              planes.data() + plane * c.field() +
              (x + static_cast<std::size_t>(part.left)) * static_cast<std::size_t>(c.nz) +
              static_cast<std::size_t>(part.top);
          std::copy_n(from, nz, result.begin() + static_cast<std::ptrdiff_t>(begin + column * nz));
        }
      },
      256);
}

}  // namespace

ShotResult migrate_shot(const SurveyCase &survey, const Engine &engine, std::size_t shot) {
  const ladder_stage &stage = *engine.entry.stage;
  const ImagingCase c = survey.of_shot(shot);
  const Run run = run_once(c, stage, engine.launch);
  const auto fail = [&](Exit code, const std::string &why) {
    throw Error(code, fmt::format("shot {}: {}", survey.number_of(shot), why));
  };
  const ladder_status status = run.error.status;
  if (!run.ok())
    fail(status == LADDER_REFUSED ? Exit::nothing_ran
         : of_device(status)      ? Exit::device
                                  : Exit::wrong,
         describe(stage, run.error));
  if (!run.foreign_write.empty()) fail(Exit::wrong, run.foreign_write);
  for (const std::size_t product : {image, gather_x, gather_z, illumination})
    if (!all_finite(*run.arrays[product]))
      fail(Exit::wrong, fmt::format("stage {} returned values that are not finite in its {}",
                                    engine.entry.name(), c.arrays()[product].name));
  ShotResult result;
  append_part(result, *run.arrays[image], survey);
  append_part(result, *run.arrays[illumination], survey);
  if (c.offsets_x > 0) append_part(result, *run.arrays[gather_x], survey);
  if (c.offsets_z > 0) append_part(result, *run.arrays[gather_z], survey);
  return result;
}

}  // namespace ladder
