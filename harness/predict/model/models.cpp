#include "harness/predict/model/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/predict/model/load_rounds.h"
#include "harness/predict/model/march.h"
#include "harness/predict/model/persistent_grid.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {
namespace {

constexpr double lanes_of_float32 = 128;

double operations_rate(const Machine &machine) {
  return 2 * machine.value("rate.multiply_add") * machine.device().multiprocessors *
         machine.clock_hz();
}

}  // namespace

double roofline_of_datasheet(const DeviceLimits &device, const KernelDemand &demand) {
  const double rate = 2 * lanes_of_float32 * device.multiprocessors * device.clock_hz;
  return std::max(demand.memory_bytes / device.memory_bytes_per_s, demand.operations / rate);
}

double roofline_as_measured(const Machine &machine, const KernelDemand &demand) {
  return std::max(demand.memory_bytes / memory_bandwidth(machine, demand.reads, demand.writes),
                  demand.operations / operations_rate(machine));
}

namespace {

// What the parts of a machine do for one block, in cycles of a multiprocessor.
std::vector<Term> parts_of(const Machine &machine, const KernelDemand &demand) {
  const double processors = machine.device().multiprocessors, hz = machine.clock_hz();
  // Few blocks share what the whole device moves.
  const double active = std::min(processors, demand.blocks);
  const auto bytes_take = [&](double bytes, double rate) {
    return bytes / whole_blocks(demand) * active * hz / rate;
  };
  return {{"issue", issue_cycles(machine, demand)},
          {"first-level cache", first_level_cycles(machine, demand)},
          {"first-level fills", fill_cycles(demand)},
          {"second-level cache",
           bytes_take(demand.l2_bytes,
                      machine.value("bandwidth.read_by_set", machine.device().l2_bytes / 4))},
          {"memory", bytes_take(memory_work(machine, demand),
                                memory_bandwidth(machine, demand.reads, demand.writes))}};
}

// Of a grid of blocks that stay `alone` on a multiprocessor and keep it busy for `busy`;
// `residents` share it. `of_device` of that is what all multiprocessors share: in a turn that not
// all of them have as many blocks in, it has less to do.
double cycles_of_grid(const KernelDemand &demand, double processors, double residents, double alone,
                      double busy, double of_device, double exponent, const Turn &turn) {
  const double in_turn = whole_blocks(demand) / processors;
  const double first = std::min(residents, std::ceil(in_turn));
  // Blocks that begin together wait together, until their ways have parted: of that half is
  // counted.
  const double together_at_first =
      demand.marches ? 0 : (alone + (first - 1) * busy - turn(first, first)) / 2;
  // Several that share a multiprocessor go faster when one of them ends; one alone does not.
  if (residents == 1 && demand.marches)
    return last_end_of_march(demand, static_cast<int>(processors), turn);
  if (residents == 1)
    return turn(1, 1) * last_end(demand.blocks - demand.short_blocks, demand.short_blocks,
                                 demand.short_share, processors);
  const double whole_turns = std::floor(in_turn / residents),
               rest = in_turn - whole_turns * residents, most = std::ceil(rest);
  if (rest <= 0) return together_at_first + whole_turns * turn(residents, residents);
  const double share = std::pow(of_device / busy, exponent);  // of the time, as together() has it
  const double of_rest =
      std::pow((1 - share) * std::pow(most, exponent) +
                   share * std::pow(std::max(rest, std::min(1.0, most)), exponent),
               1 / exponent);
  return together_at_first + whole_turns * turn(residents, residents) + turn(of_rest, of_rest);
}

// Cycles from the hand-out of a block to its end, when it is alone: until it computes, and from
// then on; and of the longest warp of all.
struct Life {
  double start, way, longest = 0;
};
Life life_of(const Machine &machine, const KernelDemand &demand, double residents) {
  const double warps = std::ceil(demand.threads / lanes_of_warp),
               empty = machine.value("block.life_empty");
  if (demand.code.instructions.empty())
    return {empty, demand.exposed_loads *
                       cycles_of_loads(machine, demand, demand.requests / demand.exposed_loads)};
  Latencies latencies;
  latencies.shared = latencies.special = machine.value("latency.shared.read", 1);
  if (demand.trips.seen) latencies.special = cycles_of_special;
  latencies.constant = machine.value("latency.l1.read", 1);
  latencies.global = latencies.own = machine.value("latency.l2.read", 1);
  const double rounds =
      std::max(1.0, demand.executed * walk(demand.code, demand.trips, latencies).rounds);
  latencies.global = cycles_of_loads(
      machine, demand, (demand.missing.empty() ? demand.requests : demand.loads) / rounds);
  latencies.own = demand.missing.empty() ? latencies.global : cycles_of_own(machine, demand);
  const double mean = demand.executed * walk(demand.code, demand.trips, latencies).cycles;
  const auto at_least = [&](const OwnWay &one) {
    return one.trips.seen
               ? std::max(mean, one.executed * walk(demand.code, one.trips, latencies).cycles)
               : mean;
  };
  Life life{empty, at_least(demand.slowest), at_least(demand.longest)};
  if (demand.barriers > 0) life.way += demand.barriers * machine.value("barrier.block", warps);
  if (!demand.persistent.empty() && !demand.marches)
    life.way = persistent_cycles(machine, demand, static_cast<int>(residents));
  if (demand.copied_bytes > 0) {
    const double of_l2 = machine.value("latency.bulk_copy.l2", demand.copied_bytes),
                 of_memory = machine.value("latency.bulk_copy.memory", demand.copied_bytes);
    life.start += of_l2 + (of_memory - of_l2) *
                              (1 - l2_hits(machine, demand.working_set_bytes, write_share(demand)));
  }
  return life;
}

// Of the parts of parts_of, those that a multiprocessor has for itself; and those that the turns of
// persistent blocks have in them.
constexpr std::ptrdiff_t of_multiprocessor = 3;
constexpr std::ptrdiff_t within_multiprocessor = 2;

// The residence time of one block. Once begun, it computes while the device works for it, if its
// data is prefetched or it was seen to load none; else one follows the other, but for what its
// warps issue: where the way of one was seen, its own part of that is in it.
double alone_on_a_multiprocessor(const KernelDemand &demand, const Life &life,
                                 const std::vector<double> &times, double busy, double exponent) {
  if (demand.keeps) return life.start + life.way;
  const bool loads_nothing = !demand.missing.empty() && demand.loads == 0;
  if (!demand.comes_ahead && !loads_nothing) {
    if (!demand.trips.seen) return life.start + life.way + busy;
    return life.start + together({life.way, times.front()}, exponent) +
           together({times.begin() + 1, times.end()}, exponent);
  }
  if (!demand.persistent.empty())
    busy = together({times.begin() + within_multiprocessor, times.end()}, exponent);
  return life.start + together({life.way, busy}, exponent);
}

}  // namespace

double begin_of_blocks(const Machine &machine, double blocks) {
  const char *const loads = "launch.graph_of_loads";
  if (machine.has(loads))
    return std::max(0.0, machine.value(loads, blocks) - machine.value(loads, 1));
  constexpr double spread = 0.1e-6, over = 40;  // [s], blocks: of one H200
  return spread * std::min(1.0, (blocks - 1) / over) +
         (blocks - 1) * machine.value("block.hand_out");
}

Prediction predict(const Machine &machine, const KernelDemand &demand) {
  const double processors = machine.device().multiprocessors, hz = machine.clock_hz();
  Prediction found;
  found.occupancy =
      occupancy(machine.device(), demand.registers, demand.shared_bytes, demand.threads);
  if (found.occupancy.blocks == 0 || demand.blocks <= 0)
    throw UsageError(fmt::format("a block of {} threads with {} registers each does not fit on {}",
                                 demand.threads, demand.registers, machine.device().name));
  const double in_turn = demand.blocks / processors, residents = found.occupancy.blocks;
  if (demand.keeps && in_turn > residents)
    throw UsageError(fmt::format("its {} blocks are persistent, and {} are on the chip at once",
                                 demand.blocks, processors * residents));
  const Life life = life_of(machine, demand, std::min(std::ceil(in_turn), residents));
  // Of a pass, what its threads do to ask for what is prefetched is part of its turns.
  const bool ahead = demand.comes_ahead == 1 || (demand.comes_ahead && !demand.persistent.empty());
  const double exponent = ahead ? ahead_exponent(machine) : overlap_exponent(machine);
  found.terms.push_back(
      {"latency", std::max(1.0, in_turn / residents) * (life.start + life.way) / hz});
  std::vector<double> times;  // of one block
  const double on_one =
      in_turn <= residents ? std::ceil(in_turn) : whole_blocks(demand) / processors;
  for (const Term &part : parts_of(machine, demand)) {
    times.push_back(part.seconds);
    found.terms.push_back({part.name, on_one * part.seconds / hz});
  }
  // Blocks are handed out by a part of the device that nothing else waits for.
  const double hand_out = machine.value("block.hand_out") * processors * hz;
  found.terms.push_back({"hand-out", on_one * hand_out / hz});
  const double busy = std::max(together(times, exponent), hand_out);
  const double of_device = together({times.begin() + of_multiprocessor, times.end()}, exponent);
  const double alone = alone_on_a_multiprocessor(demand, life, times, busy, exponent);
  const Turn turn =
      demand.marches
          ? march_of(machine, demand, life.start, std::min(std::ceil(in_turn), residents),
                     together({times.begin() + within_multiprocessor, times.end()}, exponent),
                     exponent)
          : Turn([=](double blocks, double) { return stay(alone, busy, blocks, exponent); });
  double grid = (demand.keeps ? alone
                              : cycles_of_grid(demand, processors, residents, alone, busy,
                                               of_device, exponent, turn)) /
                hz;
  // A block may take less time than it takes to begin all of them.
  const double first = std::min(demand.blocks, processors * residents);
  if (!demand.marches) grid = std::max(grid, begin_of_blocks(machine, first) + alone / hz);
  // Where warps differ the others are done while the longest one is still on its way.
  const double longest = (life.start + life.longest) / hz;
  if (demand.longest.trips.seen && longest > grid) {
    found.terms.push_back({"longest warp", longest});
    grid = longest;
  }
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
