#include "harness/model/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/model/mwp_cwp.h"

namespace ladder {
namespace {

constexpr double warp = 32, lanes_of_float32 = 128;
constexpr double memory_set = 256u << 20;  // [B] far beyond any second-level cache

double operations_rate(const Machine &machine) {
  return 2 * machine.value("rate.multiply_add") * machine.device().multiprocessors *
         machine.clock_hz();
}

bool in_l2(const Machine &machine, const KernelDemand &demand) {
  return demand.working_set_bytes <= machine.device().l2_bytes;
}

}  // namespace

double bandwidth_of(const Machine &machine, const KernelDemand &demand) {
  // How much less than reading alone the nearest mix of 16 B a thread gets.
  const double reads_a_write = demand.writes > 0 ? demand.reads / demand.writes : 1e9;
  const char *mix = reads_a_write > 5      ? "1_to_0"
                    : reads_a_write >= 2.5 ? "3_to_1"
                    : reads_a_write >= 1.5 ? "2_to_1"
                    : reads_a_write > 0.2  ? "1_to_1"
                                           : "0_to_1";
  const double of_mix = machine.value(fmt::format("bandwidth.memory.{}", mix), 16);
  return machine.value("bandwidth.read_by_set", demand.working_set_bytes) * of_mix /
         machine.value("bandwidth.read_by_set", memory_set);
}

double latency_share(const Machine &machine, bool in_l2) {
  const std::string name = in_l2 ? "residence.l2.1_to_1" : "residence.memory.1_to_1";
  constexpr double few = 1, more = 3, most = 8;
  const double slope = (machine.value(name, more) - machine.value(name, few)) / (more - few);
  return std::clamp(slope / (machine.value(name, most) / most), 0.0, 1.0);
}

double roofline_of_datasheet(const DeviceLimits &device, const KernelDemand &demand) {
  const double rate = 2 * lanes_of_float32 * device.multiprocessors * device.clock_hz;
  return std::max(demand.memory_bytes / device.memory_bytes_per_s, demand.operations / rate);
}

double roofline_as_measured(const Machine &machine, const KernelDemand &demand) {
  KernelDemand from_memory = demand;
  from_memory.working_set_bytes = memory_set;
  return std::max(demand.memory_bytes / bandwidth_of(machine, from_memory),
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
  in.bandwidth_bytes_per_s = bandwidth_of(machine, demand);
  return mwp_cwp(in).time / machine.clock_hz();
}

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
  const double warps = std::ceil(demand.threads / warp);
  const bool cached = in_l2(machine, demand);

  // Cycles of a multiprocessor for a block.
  const auto bytes_take = [&](double bytes, double rate) {
    return bytes / demand.blocks * processors * hz / rate;
  };
  KernelDemand in_cache = demand;
  in_cache.working_set_bytes = machine.device().l2_bytes / 2;
  const double l2 = bytes_take(demand.l2_bytes, bandwidth_of(machine, in_cache));
  const double memory = cached ? 0 : bytes_take(demand.memory_bytes, bandwidth_of(machine, demand));
  const Term busy[] = {
      {"issue", warps * demand.instructions / (machine.value("rate.issue") / warp)},
      {"first-level cache",
       warps * demand.requests * machine.value("request.l1", demand.words_in_a_row)},
      {"second-level cache", l2},
      {"memory", memory},
      {"hand-out", machine.value("block.hand_out") * processors * hz}};
  const double latency_of_load =
      cached ? machine.value("latency.l2.read", 1) : machine.value("latency.memory.read_random", 1);
  const double alone = machine.value("block.life_empty") + demand.exposed_loads * latency_of_load +
                       warps * demand.instructions / (machine.value("rate.issue") / warp);
  const double loaded = alone + latency_share(machine, cached) * residents * std::max(l2, memory);

  // Blocks follow one another as they end, so a grid takes its share of the residence; the last ones at least one life.
  const double turns = std::max(1.0, demand.blocks / (processors * residents));
  double longest = loaded;
  found.regime = "latency";
  found.terms.push_back({"latency", turns * loaded / hz});
  for (const Term &part : busy) {
    const double cycles = residents * part.seconds;
    found.terms.push_back({part.name, turns * cycles / hz});
    if (cycles <= longest) continue;
    longest = cycles;
    found.regime = part.name;
  }
  const double grid = turns * longest / hz;
  const double launch = demand.graph ? machine.value("launch.graph")
                                     : std::max(machine.value("launch.queued"),
                                                machine.value("launch.host_call") - grid);
  found.terms.push_back({"launch", launch});
  if (launch > grid) found.regime = "launch";
  found.seconds = launch + grid;
  return found;
}

}  // namespace ladder
