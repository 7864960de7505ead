#include "harness/model/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/model/mwp_cwp.h"
#include "harness/model/warp_walk.h"

namespace ladder {
namespace {

constexpr double warp = 32, lanes_of_float32 = 128;
constexpr double memory_set = 256u << 20;  // [B] far beyond any second-level cache
constexpr double line_bytes = 128;
constexpr double fill_bytes_a_cycle =
    64;  // the width of the way into a first-level cache, by NVIDIA's data sheets
constexpr double atom_bytes = 64;  // that device memory moves at least

double operations_rate(const Machine &machine) {
  return 2 * machine.value("rate.multiply_add") * machine.device().multiprocessors *
         machine.clock_hz();
}

bool in_l2(const Machine &machine, const KernelDemand &demand) {
  return l2_hits(machine, demand.working_set_bytes) > 0.5;
}

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
  const double warps = std::ceil(demand.threads / warp);
  const double asked =
      warps *
      ((demand.requests - demand.uniform_requests - demand.quad_requests) *
           machine.value("request.l1", demand.words_in_a_row) +
       (demand.quad_requests > 0
            ? demand.quad_requests * machine.value("request.l1_vector", demand.words_in_a_row)
            : 0) +
       demand.uniform_requests * machine.value("request.l1", warp) +
       (demand.shared_requests > 0 ? demand.shared_requests * machine.value("request.shared", 1)
                                   : 0));
  return asked + demand.fill_bytes / demand.blocks / fill_bytes_a_cycle;
}

namespace {

// How long blocks stay, so many of which share a multiprocessor: alone `alone`, and `busy` each when they keep it busy.
double stay(double alone, double busy, double blocks, double exponent) {
  const double sum = std::pow(alone, exponent) + std::pow(blocks * busy, exponent) -
                     std::pow(std::min(alone, busy), exponent);
  return std::pow(sum, 1 / exponent);
}

}  // namespace

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

double roofline_of_datasheet(const DeviceLimits &device, const KernelDemand &demand) {
  const double rate = 2 * lanes_of_float32 * device.multiprocessors * device.clock_hz;
  return std::max(demand.memory_bytes / device.memory_bytes_per_s, demand.operations / rate);
}

double roofline_as_measured(const Machine &machine, const KernelDemand &demand) {
  return std::max(demand.memory_bytes / memory_bandwidth(machine, demand.reads, demand.writes),
                  demand.operations / operations_rate(machine));
}

double mwp_cwp_as_measured(const Machine &machine, const KernelDemand &demand) {
  const Occupancy residents =
      occupancy(machine.device(), demand.registers, demand.shared_bytes, demand.threads);
  const double warps_a_block = std::ceil(demand.threads / warp);
  const bool cached = in_l2(machine, demand);
  MwpCwpInputs in;
  in.compute_instructions = demand.instructions;
  in.memory_instructions = demand.requests;
  in.memory_parallelism = std::max(1.0, demand.requests / std::max(1.0, demand.exposed_loads));
  in.warps = demand.blocks * warps_a_block;
  in.active_multiprocessors =
      std::min<double>(machine.device().multiprocessors, std::max(1.0, demand.blocks));
  in.warps_a_multiprocessor =
      std::min<double>(std::max(1, residents.warps), in.warps / in.active_multiprocessors);
  in.instruction_latency = machine.value("latency.multiply_add", 1);
  in.memory_latency = machine.value("latency.memory.read_random", 1);
  in.second_level_latency = machine.value("latency.l2.read", 1);
  in.first_level_latency = machine.value("latency.l1.read", 1);
  // Of the requests of a warp those miss whose bytes cross once.
  const double asked = std::max(1.0, in.warps * demand.requests * warp * 4);
  in.first_level_miss_ratio = std::min(1.0, demand.l2_bytes / asked);
  in.second_level_miss_ratio = cached ? 0 : std::min(1.0, demand.memory_bytes / asked);
  in.departure_delay = machine.value("departure.memory.all_multiprocessors.delay_by_warp");
  in.cores_a_multiprocessor = lanes_of_float32;
  in.clock_hz = machine.clock_hz();
  in.bandwidth_bytes_per_s = memory_bandwidth(machine, demand.reads, demand.writes);
  return mwp_cwp(in).time / machine.clock_hz();
}

namespace {

// What the parts of a machine do for one block, in cycles of a multiprocessor.
std::vector<Term> parts_of(const Machine &machine, const KernelDemand &demand) {
  const double processors = machine.device().multiprocessors, hz = machine.clock_hz();
  const double warps = std::ceil(demand.threads / warp);
  const auto bytes_take = [&](double bytes, double rate) {
    return bytes / demand.blocks * processors * hz / rate;
  };
  return {{"issue", warps * demand.instructions / (machine.value("rate.issue") / warp)},
          {"first-level cache", first_level_cycles(machine, demand)},
          {"second-level cache",
           bytes_take(demand.l2_bytes,
                      machine.value("bandwidth.read_by_set", machine.device().l2_bytes / 4))},
          {"memory", bytes_take(memory_traffic(machine, demand),
                                memory_bandwidth(machine, demand.reads, demand.writes))},
          {"hand-out", machine.value("block.hand_out") * processors * hz}};
}

// Cycles from the hand-out of a block to its end, when it is alone.
double life_of(const Machine &machine, const KernelDemand &demand) {
  const double l1 = machine.value("latency.l1.read", 1), l2 = machine.value("latency.l2.read", 1),
               memory = machine.value("latency.memory.read_random", 1);
  const double warps = std::ceil(demand.threads / warp), empty = machine.value("block.life_empty");
  const double asked = warps * std::max(1.0, demand.requests) * demand.blocks;
  const double misses_l1 = std::min(1.0, demand.fill_bytes / line_bytes / asked),
               misses_l2 = std::min(1.0, memory_traffic(machine, demand) / line_bytes / asked);
  // A round of `loads` takes as long as its slowest one.
  const auto round_of = [&](double loads) {
    return l1 + (l2 - l1) * (1 - std::pow(1 - misses_l1, loads)) +
           (memory - l2) * (1 - std::pow(1 - misses_l2, loads));
  };
  if (demand.code.instructions.empty())
    return empty + demand.exposed_loads * round_of(demand.requests / demand.exposed_loads);
  Latencies latencies;
  latencies.shared = latencies.special = machine.value("latency.shared.read", 1);
  latencies.constant = l1;
  latencies.global = l2;
  const double rounds = std::max(1.0, walk(demand.code, demand.turns, latencies).rounds);
  latencies.global = round_of(demand.requests / rounds);
  return empty + walk(demand.code, demand.turns, latencies).cycles;
}

}  // namespace

Prediction predict(const Machine &machine, const KernelDemand &demand) {
  const double processors = machine.device().multiprocessors, hz = machine.clock_hz();
  Prediction found;
  found.occupancy =
      occupancy(machine.device(), demand.registers, demand.shared_bytes, demand.threads);
  if (found.occupancy.blocks == 0 || demand.blocks <= 0)
    throw UsageError(fmt::format("a block of {} threads with {} registers each does not fit on {}",
                                 demand.threads, demand.registers, machine.device().name));
  const double residents =
      std::min<double>(found.occupancy.blocks, std::ceil(demand.blocks / processors));
  const std::vector<Term> parts = parts_of(machine, demand);  // in cycles of a block
  const double life = life_of(machine, demand);

  // A grid that fits at once waits for the multiprocessor with the most blocks. A larger one keeps all busy, since blocks
  // follow one another as they end.
  const double in_turn = demand.blocks / processors;
  const double on_one = in_turn <= found.occupancy.blocks ? std::ceil(in_turn) : in_turn;
  const double turns = std::max(1.0, in_turn / residents);
  const double exponent = overlap_exponent(machine);
  found.terms.push_back({"latency", turns * life / hz});
  std::vector<double> times;  // of one block
  for (const Term &part : parts) {
    times.push_back(part.seconds);
    found.terms.push_back({part.name, on_one * part.seconds / hz});
  }
  const double busy = together(times, exponent);
  const double grid = (turns > 1 ? turns * stay(life + busy, busy, residents, exponent)
                                 : stay(life + busy, busy, on_one, exponent)) /
                      hz;
  found.regime = std::ranges::max_element(found.terms, {}, &Term::seconds)->name;
  const double launch = demand.graph ? machine.value("launch.graph")
                                     : std::max(machine.value("launch.queued"),
                                                machine.value("launch.host_call") - grid);
  found.terms.push_back({"launch", launch});
  if (launch > grid) found.regime = "launch";
  found.seconds = launch + grid;
  found.kernel_seconds = machine.value("launch.graph") + grid;
  return found;
}

Prediction predict_step(const Machine &machine, const std::vector<KernelDemand> &step) {
  Prediction whole;
  double longest = 0;
  for (const KernelDemand &demand : step) {
    const Prediction one = predict(machine, demand);
    whole.seconds += demand.launches * one.seconds;
    whole.kernel_seconds += demand.launches * one.kernel_seconds;
    for (const Term &term : one.terms) {
      const auto same = std::ranges::find(whole.terms, term.name, &Term::name);
      if (same == whole.terms.end())
        whole.terms.push_back({term.name, demand.launches * term.seconds});
      else
        same->seconds += demand.launches * term.seconds;
    }
    if (demand.launches * one.seconds <= longest) continue;
    longest = demand.launches * one.seconds;
    whole.regime = one.regime;
    whole.occupancy = one.occupancy;
  }
  return whole;
}

}  // namespace ladder
