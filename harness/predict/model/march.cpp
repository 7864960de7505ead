#include "harness/predict/model/march.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

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
  return [=](double blocks, double come) {
    const double others = most > 1 ? std::max(0.0, blocks - 1) / (most - 1) : 0;
    const double way = one + others * (all - one);
    return start + together({way, come * comes}, exponent);
  };
}

double last_end_of_march(const KernelDemand &demand, int places, const Turn &turn) {
  const int layer = demand.across[0] * demand.across[1], last_z = demand.across[0] - 1,
            last_row = layer - demand.across[0];
  const auto within = [&](int block) {
    const int at = block % layer;
    return (at % demand.across[0] == last_z ? demand.within[0] : 1) *
           (at >= last_row ? demand.within[1] : 1);
  };
  double mean = 0;
  for (int block = 0; block < layer; ++block) mean += within(block) / layer;
  std::vector<double> take;  // of a layer
  for (int block = 0; block < layer; ++block) take.push_back(turn(1, within(block) / mean));
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int k = 0; k < places; ++k) free_at.push(0);
  double last = 0;
  for (int block = 0; block < demand.blocks; ++block) {
    const bool is_short = block >= demand.blocks - demand.short_blocks;
    const double end = free_at.top() + (is_short ? demand.short_share : 1) *
                                           take[static_cast<std::size_t>(block % layer)];
    free_at.pop();
    free_at.push(end);
    last = std::max(last, end);
  }
  return last;
}

}  // namespace ladder
