#include "harness/predict/model/persistent_grid.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/model/persistent.h"

namespace ladder {
namespace {

constexpr double lanes_of_processor = 128;

// A writer that waits for a fence sees the way there and back.
double until_visible(const Machine &machine, double warps) {
  return machine.has("exchange.visible")
             ? machine.value("exchange.visible")
             : machine.value("latency.global.write_and_fence", warps) / 2;
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
  costs.poll = machine.has("exchange.poll") ? machine.value("exchange.poll") : l2;
  costs.atomic = machine.value("latency.l2.atomic", 1);
  costs.barrier = machine.value("barrier.block", warps);
  costs.visible = until_visible(machine, warps);
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
                            .shared = costs.shared,
                            .constant = costs.constant,
                            .special = costs.special,
                            .barrier = costs.barrier};
  return walk(demand.code, with_turns(demand.code, demand.persistent.front().trips, turns),
              latencies)
      .cycles;
}

}  // namespace

double persistent_cycles(const Machine &machine, const KernelDemand &demand, int blocks) {
  const PersistentCosts costs = costs_of(machine, demand);
  // The way to the loop and from it, and the turns of all warps in it.
  const double once = cycles_alone(demand, costs, 1),
               of_turn = cycles_alone(demand, costs, 2) - once;
  double cycles = once - of_turn +
                  demand.turns * persistent_turn(demand.code, demand.persistent,
                                                 demand.keeps ? blocks : 1, costs);
  if (demand.grid_barriers > 0)
    cycles += demand.grid_barriers * grid_barrier(machine, demand, blocks);
  return cycles;
}

}  // namespace ladder
