#include "harness/predict/model/march.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/model/persistent_grid.h"

namespace ladder {
namespace {

constexpr double bytes_of_line = 128;

// A load of a march. What copies bring is not loaded, and little is besides; otherwise it misses as
// often as those that do not have one address for all lanes.
double cycles_of_load(const Machine &machine, const KernelDemand &demand) {
  const double l1 = machine.value("latency.l1.read", 1), l2 = machine.value("latency.l2.read", 1),
               memory = machine.value("latency.memory.read_random", 1);
  if (demand.copied_bytes > 0) return l1;
  const double asked = std::ceil(demand.threads / lanes_of_warp) * demand.blocks *
                       std::max(1.0, demand.requests - demand.uniform_requests);
  const auto share = [&](double bytes) { return std::min(1.0, bytes / bytes_of_line / asked); };
  return l1 + (l2 - l1) * share(demand.fill_bytes) +
         (memory - l2) * share(memory_work(machine, demand));
}

}  // namespace

Turn march_of(const Machine &machine, const KernelDemand &demand, double start, double most,
              double comes, double exponent) {
  const double of_load = cycles_of_load(machine, demand),
               one = march_cycles(machine, demand, 1, of_load),
               all =
                   most > 1 ? march_cycles(machine, demand, static_cast<int>(most), of_load) : one;
  return [=](double blocks) {
    const double others = most > 1 ? std::max(0.0, blocks - 1) / (most - 1) : 0;
    const double way = one + others * (all - one);
    return start + together({way, blocks * comes}, exponent);
  };
}

}  // namespace ladder
