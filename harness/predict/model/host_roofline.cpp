#include "harness/predict/model/host_roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr double value_bytes = 4;

const std::int32_t *knob_of(const ladder_stage &stage, const ladder_launch &launch,
                            const char *name) {
  for (int k = 0; k < stage.knobs; ++k)
    if (std::strcmp(stage.knob[k].name, name) == 0) return launch.knob[k];
  return nullptr;
}

// [B/s] of so many threads that each go through so many bytes again and again.
double host_bandwidth(const Machine &machine, int threads, double bytes) {
  return std::min(machine.value("host.bandwidth.all_cores", bytes),
                  threads * machine.value("host.bandwidth.one_core", bytes));
}

}  // namespace

HostDemand host_demand(const Case &c, const StageEntry &entry, const ladder_launch &launch) {
  const ladder_stage &stage = *entry.stage;
  const GridShape grid = c.grid();
  if (knob_of(stage, launch, "steps"))
    throw UsageError("several steps share a pass through memory, which is not modelled");
  if (grid.reach <= 0) throw UsageError("its case has no operator on a grid");
  HostDemand demand;
  demand.cells = static_cast<double>(c.cells());
  demand.operations =
      (stage.operations_per_point + stage.operations_per_tap * c.taps()) * demand.cells;
  demand.bytes_per_point = stage.bytes_per_point;
  demand.reach = grid.reach;
  for (int axis = 0; axis < 3; ++axis)
    demand.tile[axis] = std::max(1.0, double(grid.cells[static_cast<std::size_t>(axis)]));
  if (const std::int32_t *block = knob_of(stage, launch, "block"))
    for (int axis = 0; axis < 2; ++axis)
      if (block[axis] > 0) demand.tile[axis] = std::min(demand.tile[axis], double(block[axis]));
  const std::int32_t *threads = knob_of(stage, launch, "threads");
  demand.threads = threads ? threads[0] : 1;
  return demand;
}

Prediction predict_on_host(const Machine &machine, const HostDemand &demand) {
  if (!machine.has("host.bandwidth.all_cores"))
    throw UsageError(
        fmt::format("the record of {} has no values of its host: run `ladder microbench` there",
                    machine.device().name));
  const int cores = static_cast<int>(machine.value("host.cores")),
            threads = demand.threads > 0 ? std::min(demand.threads, cores) : cores;
  const double of_column = value_bytes * demand.tile[0], of_plane = of_column * demand.tile[1];
  const double others = demand.bytes_per_point / value_bytes - 1;  // arrays without a halo
  const double across = 2.0 * demand.reach;
  const bool has_planes = demand.tile[2] > 1;
  const auto takes = [&](double values, double again) {
    return values * value_bytes * demand.cells / host_bandwidth(machine, threads, again);
  };
  Prediction found;
  found.terms = {
      {"arithmetic", demand.operations / (2 * threads * machine.value("host.rate.multiply_add"))},
      {"arrays", takes(others + 1, demand.bytes_per_point * demand.cells / threads)}};
  if (has_planes)
    found.terms.push_back({"planes", takes(across, of_plane * (across + 1 + others))});
  if (demand.tile[1] > 1)
    found.terms.push_back(
        {"columns", takes(across, of_column * (across * (has_planes ? 2 : 1) + 1 + others))});
  double loads = 0;
  for (std::size_t k = 1; k < found.terms.size(); ++k) loads += found.terms[k].seconds;
  found.seconds = found.kernel_seconds = std::max(found.terms[0].seconds, loads);
  found.regime =
      found.terms[0].seconds >= loads
          ? "arithmetic"
          : std::ranges::max_element(found.terms.begin() + 1, found.terms.end(), {}, &Term::seconds)
                ->name;
  return found;
}

}  // namespace ladder
