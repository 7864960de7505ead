#include "harness/predict/model/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/predict/model/occupancy.h"

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

namespace {

// [B/s] of a step that goes over so many bytes, with this share of writes among the accesses.
double bandwidth_of_step(const Machine &machine, double bytes, double write_share) {
  const double one_in_four = machine.value("bandwidth.step_by_set.3_to_1", bytes),
               one_in_two = machine.value("bandwidth.step_by_set.1_to_1", bytes);
  const double of_way = std::clamp((write_share - 0.25) / 0.25, 0.0, 1.0);
  return one_in_four + of_way * (one_in_two - one_in_four);
}

}  // namespace

double l2_hits(const Machine &machine, double bytes, double write_share) {
  const double exponent = overlap_exponent(machine);
  const auto power = [&](double set) {
    return std::pow(1 / bandwidth_of_step(machine, set, write_share), exponent);
  };
  // Up to half of the cache all hit, whatever rates of sets scatter; the lowest counts.
  double cached = 0;
  for (const double part : {0.25, 0.375, 0.5})
    cached = std::max(cached, power(part * machine.device().l2_bytes));
  const double beyond = power(memory_set), here = power(bytes);
  if (beyond <= cached) return 0;
  return 1 - std::pow(std::clamp((here - cached) / (beyond - cached), 0.0, 1.0), 1 / exponent);
}

double write_share(const KernelDemand &demand) {
  const double accesses = demand.reads + demand.writes;
  return accesses > 0 ? demand.writes / accesses : 0;
}

namespace {

// Of the sectors that two blocks write, those whose parts do not meet in the second-level cache,
// though no block is further than its piece ahead.
double apart(const Machine &machine, const KernelDemand &demand) {
  if (demand.split_sectors == 0) return 0;
  const DeviceLimits &device = machine.device();
  const double at_once =
      std::min(demand.blocks,
               double(device.multiprocessors) *
                   occupancy(device, demand.registers, demand.shared_bytes, demand.threads).blocks);
  return demand.split_sectors *
         (1 - l2_hits(machine, at_once * demand.block_bytes, write_share(demand)));
}

double traffic_of_whole_sectors(const Machine &machine, const KernelDemand &demand) {
  const double writes = write_share(demand);
  return demand.memory_bytes * (1 - l2_hits(machine, demand.working_set_bytes, writes)) +
         demand.again_bytes * (1 - l2_hits(machine, demand.again_distance, writes));
}

// A sector whose parts leave the cache apart is read for each, and written once more.
constexpr double accesses_of_split = 3;
constexpr double bytes_of_sector = 32;

}  // namespace

double memory_traffic(const Machine &machine, const KernelDemand &demand) {
  return traffic_of_whole_sectors(machine, demand) +
         accesses_of_split * bytes_of_sector * apart(machine, demand);
}

double memory_work(const Machine &machine, const KernelDemand &demand) {
  return std::max(1.0, atom_bytes / demand.row_bytes) * traffic_of_whole_sectors(machine, demand) +
         accesses_of_split * atom_bytes * apart(machine, demand);
}

double first_level_cycles(const Machine &machine, const KernelDemand &demand) {
  const double warps = std::ceil(demand.threads / lanes_of_warp);
  return warps *
         ((demand.requests - demand.uniform_requests - demand.quad_requests) *
              machine.value("request.l1", demand.words_in_a_row) +
          (demand.quad_requests > 0
               ? demand.quad_requests * machine.value("request.l1_vector", demand.words_in_a_row)
               : 0) +
          demand.uniform_requests * machine.value("request.l1", lanes_of_warp) +
          (demand.shared_words > 0 ? std::max(demand.shared_words, demand.wavefronts) *
                                         machine.value("request.shared", 1)
                                   : 0));
}

double issue_cycles(const Machine &machine, const KernelDemand &demand) {
  const double warps = std::ceil(demand.threads / lanes_of_warp);
  const double issue = machine.value("rate.issue");
  if (demand.phases.empty()) return warps * lanes_of_warp * demand.instructions / issue;
  const double logic = machine.value("rate.logic"),
               multiply = machine.value("rate.integer_multiply_add"),
               special = machine.value("rate.special_function"),
               doubles = machine.has("rate.double_multiply_add")
                             ? machine.value("rate.double_multiply_add")
                             : machine.value("rate.multiply_add") / 2;
  double sum = 0;
  for (const Phase &phase : demand.phases)
    sum += std::max({phase.instructions / issue, phase.logic / logic, phase.multiplies / multiply,
                     phase.special / special, phase.doubles / doubles});
  return warps * lanes_of_warp * sum;
}

double fill_cycles(const KernelDemand &demand) {
  return std::max(demand.fill_bytes / fill_bytes_a_cycle, demand.sector_cycles) /
         whole_blocks(demand);
}

double whole_blocks(const KernelDemand &demand) {
  return demand.blocks - demand.short_blocks * (1 - demand.short_share);
}

double last_end(double blocks, double short_blocks, double short_share, double places) {
  const double turns = std::floor(blocks / places), later = blocks - turns * places;
  const auto taken_by = [&](double end) {
    constexpr double rounding = 1e-9;
    const auto one_takes = [&](double begin) {
      return end > begin ? std::floor((end - begin) / short_share + rounding) : 0;
    };
    return (places - later) * one_takes(0) + later * one_takes(1);
  };
  double end = later > 0 ? 1 : 0;
  if (short_blocks <= taken_by(end)) return turns + end;
  // The next end of a short block is a whole number of them after either begin.
  const auto next_after = [&](double begin) {
    double k = 1;
    while (short_blocks > taken_by(begin + k * short_share)) ++k;
    return begin + k * short_share;
  };
  return turns + (later > 0 ? std::min(next_after(0), next_after(1)) : next_after(0));
}

double stay(double alone, double busy, double blocks, double exponent) {
  const double sum = std::pow(alone, exponent) + std::pow(blocks * busy, exponent) -
                     std::pow(std::min(alone, busy), exponent);
  return std::pow(sum, 1 / exponent);
}

namespace {

// Where a sum of misfits is least.
double best_exponent(const std::function<double(double)> &misfit) {
  double best = 1;
  for (double exponent = 1; exponent <= 10; exponent += 0.05)
    if (misfit(exponent) < misfit(best)) best = exponent;
  return best;
}

}  // namespace

double overlap_exponent(const Machine &machine) {
  constexpr double most = 8;
  const auto misfit = [&](double exponent) {
    double sum = 0;
    for (const char *mix : {"residence.memory.3_to_1", "residence.memory.1_to_1"}) {
      const double alone = machine.value(mix, 1), busy = machine.value(mix, most) / most;  // L, S
      for (double blocks = 2; blocks < most; ++blocks)
        sum += std::abs(std::log(stay(alone, busy, blocks, exponent) / machine.value(mix, blocks)));
    }
    return sum;
  };
  return best_exponent(misfit);
}

double ahead_exponent(const Machine &machine) {
  if (!machine.has("ahead.both")) return overlap_exponent(machine);
  const double copied = machine.value("ahead.copied");
  return best_exponent([&](double exponent) {
    double sum = 0;
    for (double computing = 128; computing <= 2048; computing *= 2)
      sum += std::abs(
          std::log(together({copied, machine.value("ahead.computed", computing)}, exponent) /
                   machine.value("ahead.both", computing)));
    return sum;
  });
}

}  // namespace ladder
