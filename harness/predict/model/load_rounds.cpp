#include "harness/predict/model/load_rounds.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// The chance that one of so many loads behind each other waits for the second-level cache.
double one_misses(const std::vector<double> &missing, double loads) {
  if (loads < 1) return loads * missing.front();
  const double k = std::min(std::log2(loads), double(missing.size() - 1));
  const auto least = static_cast<std::size_t>(k);
  const double next = missing[std::min(least + 1, missing.size() - 1)];
  return missing[least] + (k - double(least)) * (next - missing[least]);
}

// Of independent accesses, each with that chance.
double any_of(double loads, double chance) { return 1 - std::pow(1 - chance, loads); }

struct Misses {
  double first_level, second_level;
};

// Where the loads were counted, memory has its share of those that miss the first-level cache.
Misses counted_misses(const Machine &machine, const KernelDemand &demand, double loads) {
  const double miss = one_misses(demand.missing, loads);
  if (miss <= 0) return {0, 0};
  const double read = memory_work(machine, demand) * (1 - write_share(demand)),
               share = std::min(1.0, read / std::max(1.0, demand.fill_bytes));
  return {miss, miss * any_of(loads * demand.missing.front() / miss, share)};
}

// A request of 16 B a lane is of several lines. Where a block goes from plane to plane the lines
// that it asks for again are there; elsewhere they are on their way, and are waited for too.
Misses declared_misses(const Machine &machine, const KernelDemand &demand, double loads) {
  constexpr double lines_of_quad = 4;
  const double lines = demand.requests +
                       (demand.planes > 1 ? (lines_of_quad - 1) * demand.quad_requests : 0),
               warps = std::ceil(demand.threads / lanes_of_warp),
               bytes = line_bytes * warps * std::max(1.0, lines) * demand.blocks;
  return {any_of(loads, std::min(1.0, demand.fill_bytes / bytes)),
          any_of(loads, std::min(1.0, memory_work(machine, demand) / bytes))};
}

}  // namespace

double cycles_of_loads(const Machine &machine, const KernelDemand &demand, double loads) {
  const double l1 = machine.value("latency.l1.read", 1), l2 = machine.value("latency.l2.read", 1),
               memory = machine.value("latency.memory.read_random", 1);
  const Misses misses =
      (demand.missing.empty() ? declared_misses : counted_misses)(machine, demand, loads);
  return l1 + loads * demand.in_turn + (l2 + demand.longer - l1) * misses.first_level +
         (memory - l2) * misses.second_level;
}

double cycles_of_own(const Machine &machine, const KernelDemand &demand) {
  const double l1 = machine.value("latency.l1.read", 1);
  return l1 + (machine.value("latency.l2.read", 1) - l1) * demand.own_missing;
}

}  // namespace ladder
