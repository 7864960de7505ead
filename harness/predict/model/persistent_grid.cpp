#include "harness/predict/model/persistent_grid.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/model/code_ranges.h"
#include "harness/predict/model/persistent.h"
#include "harness/predict/model/warp_path.h"

namespace ladder {
namespace {

constexpr double lanes_of_processor = 128;

// A writer that waits for a fence sees the way there and back. `exchange.visible` is of one warp
// and of blocks that are neighbours on the chip, where no poll overtakes a word: the least.
double until_visible(const Machine &machine, double warps) {
  const double half = machine.value("latency.global.write_and_fence", warps) / 2;
  return machine.has("exchange.visible") ? std::max(half, machine.value("exchange.visible")) : half;
}

// The way of a poll there and back. A wait before it is longer than asked by up to a turn of its
// loop, so the least is the nearest.
double poll_cycles(const Machine &machine) {
  if (!machine.has("exchange.round")) return machine.value("latency.l2.read", 1);
  constexpr double longest_wait = 1024, step = 32;
  double least = machine.value("exchange.round", 0);
  for (double wait = step; wait <= longest_wait; wait += step)
    least = std::min(least, machine.value("exchange.round", wait) - wait);
  return least;
}

// Bytes of a word that a thread stores in a turn, in the mean: some threads have none.
double word_bytes(const KernelDemand &demand) {
  double stored = 0;  // by all threads, if each had its words
  for (const WarpsAlike &those : demand.persistent) {
    const TripCounts once = with_turns(demand.code, those.trips, 1);
    for (WarpPath path(demand.code, once); !path.ended(); path.next()) {
      const Instruction &one = demand.code.instructions[path.at()];
      if (one.kind == InstructionClass::global_store && one.device_wide &&
          inside(path.at(), *those.trips.persistent))
        stored += those.warps * lanes_of_warp * one.bytes;
    }
  }
  constexpr double whole = 16;
  if (demand.words > 0) return whole;
  const double declared = demand.memory_bytes / (2 * demand.turns * demand.blocks);
  return stored > 0 ? whole * std::min(1.0, declared / stored) : whole;
}

PersistentCosts costs_of(const Machine &machine, const KernelDemand &demand) {
  const double warps = std::ceil(demand.threads / lanes_of_warp);
  const double active = std::min<double>(machine.device().multiprocessors, demand.blocks);
  // Words that are kept for the whole run hit the first-level cache; a barrier of the grid empties
  // it.
  const bool emptied = demand.grid_barriers > 0;
  const double l1 = machine.value("latency.l1.read", 1), l2 = machine.value("latency.l2.read", 1);
  PersistentCosts costs;
  costs.issue = lanes_of_processor / machine.value("rate.issue");
  costs.integer = lanes_of_processor / machine.value("rate.logic");
  costs.shared_word = machine.value("request.shared", 1);
  costs.request = machine.value("request.l1", demand.words_in_a_row);
  costs.quad_request = machine.value("request.l1_vector", lanes_of_warp);
  costs.byte = active * machine.clock_hz() /
               machine.value("bandwidth.read_by_set", machine.device().l2_bytes / 4);
  costs.plain_bytes =
      emptied ? demand.fill_bytes / (demand.blocks * warps * std::max(1.0, demand.requests)) : 0;
  costs.shared = costs.special = machine.value("latency.shared.read", 1);
  costs.constant = l1;
  costs.plain = emptied ? l2 : l1;
  costs.word_bytes = word_bytes(demand);
  costs.poll = poll_cycles(machine);
  costs.atomic = machine.value("latency.l2.atomic", 1);
  costs.barrier = machine.value("barrier.block", warps);
  costs.visible = until_visible(machine, warps);
  costs.words = demand.words;
  return costs;
}

// Beyond the two barriers of a block that are part of it, and of the walk.
double grid_barrier(const Machine &machine, const KernelDemand &demand, int blocks) {
  const double warps = std::ceil(demand.threads / lanes_of_warp);
  return machine.clock_hz() * machine.value(blocks > 1 ? "barrier.grid_two_blocks" : "barrier.grid",
                                            demand.threads) -
         2 * machine.value("barrier.block", warps);
}

// Of a warp that turns so often and that nobody is in the way of.
double cycles_alone(const KernelDemand &demand, const PersistentCosts &costs, double turns) {
  const Latencies latencies{.global = costs.plain,
                            .own = costs.plain,
                            .shared = costs.shared,
                            .constant = costs.constant,
                            .special = costs.special,
                            .barrier = costs.barrier};
  return walk(demand.code, with_turns(demand.code, demand.persistent.front().trips, turns),
              latencies)
      .cycles;
}

// The way to the loop and from it, and the turns of all warps in it.
double way_and_turns(const KernelDemand &demand, const PersistentCosts &costs, int blocks) {
  const double once = cycles_alone(demand, costs, 1),
               of_turn = cycles_alone(demand, costs, 2) - once;
  return once - of_turn +
         demand.turns * persistent_turn(demand.code, demand.persistent, blocks, costs);
}

}  // namespace

double march_cycles(const Machine &machine, const KernelDemand &demand, int blocks,
                    double of_load) {
  PersistentCosts costs = costs_of(machine, demand);
  costs.march = true;
  costs.plain = of_load;
  return way_and_turns(demand, costs, blocks);
}

double persistent_cycles(const Machine &machine, const KernelDemand &demand, int blocks) {
  const PersistentCosts costs = costs_of(machine, demand);
  double cycles = way_and_turns(demand, costs, demand.keeps ? blocks : 1);
  if (demand.grid_barriers > 0)
    cycles += demand.grid_barriers * grid_barrier(machine, demand, blocks);
  return cycles;
}

}  // namespace ladder
