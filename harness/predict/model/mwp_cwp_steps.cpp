#include "harness/predict/model/mwp_cwp_steps.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "harness/predict/model/mwp_cwp.h"
#include "harness/predict/model/occupancy.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {
namespace {

constexpr double cores = 128;  // of a multiprocessor, for float32
// Cycles until a multiply-add has the result of the one before it.
constexpr int dependent_stall = 4;
// What the thesis has from its profiler alone: the values of its example.
constexpr double printed_transactions = 21, printed_first_level_misses = 0.05,
                 printed_second_level_misses = 1;

struct Kernel {
  const Machine &machine;
  const KernelDemand &demand;
  double warps_a_block = std::ceil(demand.threads / lanes_of_warp);
  double of_multiprocessors =
      std::min<double>(machine.device().multiprocessors, std::max(1.0, demand.blocks));
  // Of all warps, if a lane asks for 4 B a request.
  double bytes_asked() const {
    return std::max(1.0, 4 * lanes_of_warp * warps_a_block * demand.blocks * demand.requests);
  }
  double latency(const char *of, double warps = 1) const {
    return machine.value(std::string("latency.") + of, std::min(warps, 32.0));
  }
  WarpWalk walk_with(double of_global) const {
    Latencies latencies;
    latencies.shared = latencies.special = latency("shared.read");
    latencies.constant = latency("l1.read");
    latencies.global = latencies.own = of_global;
    return walk(demand.code, demand.trips, latencies);
  }
};

struct Model {
  MwpCwpInputs in;
  // What the equations do not have:
  double exponent = 0;  // of together(), in place of equations 4.12, 4.21 and 4.22; 0: those
  double outside_s = 0;
};

// The counts are those of the code, whether it is executed or not; a group of instructions ends
// where one waits for another.
void as_printed(const Kernel &kernel, Model &model) {
  MwpCwpInputs &in = model.in;
  double total = 0, groups = 1, before_a_load = 0;
  bool loaded = false, waits = false;
  for (const Instruction &one : kernel.demand.code.instructions) {
    using enum InstructionClass;
    ++total;
    loaded = loaded || one.kind == global_load;
    before_a_load += !loaded;
    in.memory_instructions += one.kind == global_load || one.kind == global_store;
    groups += waits || one.waits != 0;
    waits = one.stall >= dependent_stall;
  }
  in.compute_instructions = total - in.memory_instructions;
  in.instruction_parallelism = std::max(1.0, std::round(total / groups));
  in.memory_parallelism = std::max(1.0, before_a_load);
  in.transactions_a_request = printed_transactions;
  in.first_level_miss_ratio = printed_first_level_misses;
  in.second_level_miss_ratio = printed_second_level_misses;
  in.warps = kernel.demand.blocks * kernel.warps_a_block;
  in.active_multiprocessors = kernel.of_multiprocessors;
  in.warps_a_multiprocessor = kernel.warps_a_block;
  const double n = in.warps_a_multiprocessor;
  in.instruction_latency = kernel.latency("divide", n);
  in.memory_latency = kernel.latency("memory.read_random", n);
  in.first_level_latency = (kernel.latency("shared.read", n) + kernel.latency("register", n)) / 2;
  in.second_level_latency = (in.memory_latency + in.first_level_latency) / 2;
  double apart = 0;  // equation 4.25, of absolute differences: their sum itself telescopes
  for (int warps = 1; warps < 32; ++warps)
    apart += std::abs(kernel.latency("memory.read_random", warps + 1) -
                      kernel.latency("memory.read_random", warps));
  in.departure_delay = apart / 31;
  in.cores_a_multiprocessor = cores;
  in.clock_hz = kernel.machine.clock_hz();
  in.bandwidth_bytes_per_s = kernel.machine.device().memory_bytes_per_s;
}

void executed(const Kernel &kernel, Model &model) {
  model.in.compute_instructions = kernel.demand.instructions - kernel.demand.requests;
  model.in.memory_instructions = kernel.demand.requests;
}

void latency_of_an_instruction(const Kernel &kernel, Model &model) {
  model.in.instruction_latency = kernel.latency("multiply_add");
}

void resident_warps(const Kernel &kernel, Model &model) {
  const KernelDemand &demand = kernel.demand;
  const Occupancy residents =
      occupancy(kernel.machine.device(), demand.registers, demand.shared_bytes, demand.threads);
  model.in.warps_a_multiprocessor = std::min<double>(
      std::max(1, residents.warps), model.in.warps / model.in.active_multiprocessors);
}

// What is left of the walk where loads take no time are the waits for other instructions.
void walk_in_parallel(const Kernel &kernel, Model &model) {
  MwpCwpInputs &in = model.in;
  const double cycles = kernel.walk_with(0).cycles;
  if (cycles > 0)
    in.instruction_parallelism = in.compute_instructions * in.instruction_latency / cycles;
  const double rounds = kernel.walk_with(kernel.latency("l2.read")).rounds;
  in.memory_parallelism = std::max(1.0, kernel.demand.requests / std::max(1.0, rounds));
}

// Lines of 128 B that a request touches, and the measured delay between two of them.
void transactions(const Kernel &kernel, Model &model) {
  model.in.transactions_a_request = lanes_of_warp / kernel.demand.words_in_a_row;
  model.in.departure_delay =
      kernel.machine.value("departure.memory.all_multiprocessors.delay_by_warp");
}

void caches(const Kernel &kernel, Model &model) {
  model.in.memory_latency = kernel.latency("memory.read_random");
  model.in.second_level_latency = kernel.latency("l2.read");
  model.in.first_level_latency = kernel.latency("l1.read");
  model.in.first_level_miss_ratio = std::min(1.0, kernel.demand.l2_bytes / kernel.bytes_asked());
  model.in.second_level_miss_ratio =
      std::min(1.0, memory_traffic(kernel.machine, kernel.demand) / kernel.bytes_asked());
}

// Equations 4.17 to 4.19 limit all requests by memory, hits too: here each level limits what
// reaches it. The cores issue as many instructions as was measured.
void measured_rates(const Kernel &kernel, Model &model) {
  const Machine &machine = kernel.machine;
  const KernelDemand &demand = kernel.demand;
  model.in.cores_a_multiprocessor = machine.value("rate.issue");
  if (demand.requests <= 0) return;
  const double requests = demand.blocks * kernel.warps_a_block * demand.requests;
  const double of_bytes = model.in.active_multiprocessors * machine.clock_hz() / requests;
  const double busy =
      std::max({first_level_cycles(machine, demand) / kernel.warps_a_block / demand.requests,
                of_bytes * demand.l2_bytes /
                    machine.value("bandwidth.read_by_set", machine.device().l2_bytes / 4),
                of_bytes * memory_work(machine, demand) /
                    memory_bandwidth(machine, demand.reads, demand.writes)});
  MwpCwpInputs &in = model.in;
  const double access = mwp_cwp(in).access_time;
  in.departure_delay = busy;
  in.transactions_a_request = 1;
  // So that equation 4.18 has as many requests as arrive in the time of one.
  in.bandwidth_bytes_per_s = in.clock_hz * in.bytes_a_thread * in.warp_size / in.memory_latency *
                             in.active_multiprocessors * access / busy;
}

// With equation 4.12 memory drops out where it should decide, and 4.21 hides all of the shorter
// time but a warp's.
void overlap(const Kernel &kernel, Model &model) {
  model.exponent = overlap_exponent(kernel.machine);
}

void whole_blocks_and_launch(const Kernel &kernel, Model &model) {
  model.in.warps = std::ceil(kernel.demand.blocks / kernel.of_multiprocessors) *
                   kernel.of_multiprocessors * kernel.warps_a_block;
  model.outside_s = kernel.machine.value("launch.graph") +
                    kernel.machine.value("block.life_empty") / kernel.machine.clock_hz();
}

double cycles_of(const Model &model) {
  const MwpCwpInputs &in = model.in;
  const MwpCwp found = mwp_cwp(in);
  if (model.exponent == 0) return found.time;
  const double requests =
      std::min(in.memory_parallelism * found.memory_warps, found.warps_at_peak_bandwidth);
  const double memory_time = in.memory_instructions * in.warps /
                             (in.active_multiprocessors * requests) * found.access_time;
  return together({found.compute_time, memory_time}, model.exponent);
}

constexpr struct {
  const char *name;
  void (*correct)(const Kernel &, Model &);
} ladder_of_models[] = {{"as printed", as_printed},
                        {"executed instructions", executed},
                        {"latency of a multiply-add", latency_of_an_instruction},
                        {"resident warps", resident_warps},
                        {"ILP and MLP of the walk", walk_in_parallel},
                        {"counted transactions", transactions},
                        {"measured caches", caches},
                        {"measured rates", measured_rates},
                        {"measured overlap", overlap},
                        {"whole blocks, launch", whole_blocks_and_launch}};

}  // namespace

std::vector<ModelStep> mwp_cwp_steps(const Machine &machine, const KernelDemand &demand) {
  const Kernel kernel{machine, demand};
  Model model;
  std::vector<ModelStep> steps;
  for (const auto &[name, correct] : ladder_of_models) {
    correct(kernel, model);
    steps.push_back({name, model.outside_s + cycles_of(model) / machine.clock_hz()});
  }
  return steps;
}

double mwp_cwp_corrected(const Machine &machine, const KernelDemand &demand) {
  return mwp_cwp_steps(machine, demand).back().seconds;
}

}  // namespace ladder
