#include "harness/model/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

constexpr double memory_set = 256u << 20;  // [B] far beyond any second-level cache
constexpr double fill_bytes_a_cycle =
    64;  // the width of the way into a first-level cache, by NVIDIA's data sheets
constexpr double atom_bytes = 64;  // that device memory moves at least

}  // namespace

double together(const std::vector<double> &times, double exponent) {
  double sum = 0;
  for (const double each : times) sum += std::pow(each, exponent);
  return std::pow(sum, 1 / exponent);
}

double memory_bandwidth(const Machine &machine, double reads, double writes) {
  struct Mix {
    double read_share;
    const char *name;
  };
  constexpr Mix mixes[] = {
      {0, "0_to_1"}, {0.5, "1_to_1"}, {2.0 / 3, "2_to_1"}, {0.75, "3_to_1"}, {1, "1_to_0"}};
  const double share = reads + writes > 0 ? reads / (reads + writes) : 1;
  const auto rate = [&](const Mix &mix) {
    return machine.value(fmt::format("bandwidth.memory.{}", mix.name), 16);
  };
  for (std::size_t k = 1; k < std::size(mixes); ++k) {
    const Mix &below = mixes[k - 1], &above = mixes[k];
    if (share > above.read_share) continue;
    const double of_way = (share - below.read_share) / (above.read_share - below.read_share);
    return rate(below) + of_way * (rate(above) - rate(below));
  }
  return rate(mixes[4]);
}

double l2_hits(const Machine &machine, double bytes) {
  const double cached = machine.value("bandwidth.read_by_set", machine.device().l2_bytes / 4),
               beyond = machine.value("bandwidth.read_by_set", memory_set),
               here = machine.value("bandwidth.read_by_set", bytes);
  if (here <= beyond || cached <= beyond) return 0;
  return std::clamp((1 / beyond - 1 / here) / (1 / beyond - 1 / cached), 0.0, 1.0);
}

double memory_traffic(const Machine &machine, const KernelDemand &demand) {
  // The other half of an atom belongs to another block.
  const double atoms = std::max(1.0, atom_bytes / demand.row_bytes);
  return atoms * (demand.memory_bytes * (1 - l2_hits(machine, demand.working_set_bytes)) +
                  demand.again_bytes * (1 - l2_hits(machine, demand.again_distance)));
}

double first_level_cycles(const Machine &machine, const KernelDemand &demand) {
  const double warps = std::ceil(demand.threads / lanes_of_warp);
  const double asked =
      warps *
      ((demand.requests - demand.uniform_requests - demand.quad_requests) *
           machine.value("request.l1", demand.words_in_a_row) +
       (demand.quad_requests > 0
            ? demand.quad_requests * machine.value("request.l1_vector", demand.words_in_a_row)
            : 0) +
       demand.uniform_requests * machine.value("request.l1", lanes_of_warp) +
       (demand.shared_words > 0 ? demand.shared_words * machine.value("request.shared", 1) : 0));
  return asked + demand.fill_bytes / demand.blocks / fill_bytes_a_cycle;
}

double stay(double alone, double busy, double blocks, double exponent) {
  const double sum = std::pow(alone, exponent) + std::pow(blocks * busy, exponent) -
                     std::pow(std::min(alone, busy), exponent);
  return std::pow(sum, 1 / exponent);
}

double overlap_exponent(const Machine &machine) {
  const auto stays = [&](double blocks) {
    return machine.value("residence.memory.3_to_1", blocks);
  };
  constexpr double most = 8;
  const double alone = stays(1), busy = stays(most) / most;  // L and S
  const auto misfit = [&](double exponent) {
    double sum = 0;
    for (double blocks = 2; blocks < most; ++blocks)
      sum += std::abs(std::log(stay(alone, busy, blocks, exponent) / stays(blocks)));
    return sum;
  };
  double best = 1;
  for (double exponent = 1; exponent <= 10; exponent += 0.05)
    if (misfit(exponent) < misfit(best)) best = exponent;
  return best;
}

}  // namespace ladder
