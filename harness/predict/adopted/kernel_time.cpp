#include "harness/predict/adopted/kernel_time.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/predict/adopted/executed_code.h"
#include "harness/predict/adopted/first_level.h"
#include "harness/predict/adopted/traced_trips.h"
#include "harness/predict/model/bus.h"
#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

// Of the accesses on the ways through the machine code those that were counted: a compiler leaves
// several copies of a loop behind, for few and for many turns.
double executed(const ExecutedCode &code, const WarpWalk &way, double ways) {
  double on_way = 0;
  for (std::size_t i = 0; i < way.times.size(); ++i) {
    const Instruction &one = code.instruction(i);
    if (kind_of(one) < 0) continue;
    const double counted = one.always ? -1 : code.of_access(i);  // for some warps alone
    on_way += counted < 0 ? way.times[i] : std::min(way.times[i], counted / ways);
  }
  const double accesses = code.accesses();
  return on_way > 0 && accesses > 0 ? std::min(ways, accesses / on_way) : ways;
}

// Of those that change one address. Where each compares and exchanges what it has read, and nothing
// else, one at a time has its way there and back.
double seconds_of_a_turn(const Machine &machine, const MachineCode &code) {
  constexpr double contended = 0.65e-9;  // [s] where the record of the machine has none
  const auto exchanges = [](const Instruction &one) {  // ATOM.CAS, ATOMG.CAS
    return one.opcode == 0x18b || one.opcode == 0x1a9;
  };
  const auto changes = [&](const Instruction &one) {
    return one.kind == InstructionClass::atomic && !exchanges(one);
  };
  if (std::ranges::any_of(code.instructions, exchanges) &&
      std::ranges::none_of(code.instructions, changes))
    return machine.value("latency.l2.atomic", 1) / machine.clock_hz();
  const bool words = std::ranges::all_of(
      code.instructions, [&](const Instruction &one) { return !changes(one) || one.bytes == 4; });
  const char *const measured = words ? "atomic.word" : "atomic.double";
  return machine.has(measured) ? machine.value(measured, 1) : contended;
}

// Both directions at once; what a block loads no cache has kept.
double seconds_of_bus(const Machine &machine, const CountedKernel &kernel) {
  return std::max(bus_seconds(machine, "host_to_device", kernel.bus_read),
                  bus_seconds(machine, "device_to_host", kernel.bus_written));
}

// Each multiprocessor fetches what it needs of the parameters before a block can use them; all of
// them ask for the same lines.
double seconds_of_parameters(const Machine &machine, double bytes, double blocks) {
  const char *const alone = "launch.parameters_alone", *const all = "launch.parameters";
  constexpr double of_byte = 0.57e-9, few = 64;  // [s], [B] where the record has none: of one H200
  const double share = std::min(1.0, blocks / machine.device().multiprocessors);
  if (!machine.has(all)) return of_byte * std::max(0.0, bytes - few) * (1 + share);
  const auto longer = [&](const char *name) {
    return std::max(0.0, machine.value(name, bytes) - machine.value(name, few));
  };
  return longer(alone) + share * (longer(all) - longer(alone));
}

// What a node of a graph that loads and stores takes beyond an empty one and its block's life.
double seconds_of_node(const Machine &machine) {
  const char *const loads = "launch.graph_of_loads";
  if (!machine.has(loads)) return 0;
  return std::max(0.0, machine.value(loads, 1) - machine.value("launch.graph") -
                           machine.value("block.life_load") / machine.clock_hz());
}

// Blocks begin one after the other, and those that are far from the memory that they ask for end
// behind the others: twice what the first block of each multiprocessor waits for its begin. Of 337
// kernels of two draws (ACCURACY.md).
double seconds_of_spread(const Machine &machine, double blocks) {
  return 2 * begin_of_blocks(machine, std::min(blocks, double(machine.device().multiprocessors)));
}

OwnWay own_way(const KernelCode &compiled, const CountedWay &counted) {
  const TripCounts trips = traced_trips(compiled.code, compiled.lines, counted);
  return {trips, executed({compiled.code, compiled.lines, counted}, walk(compiled.code, trips, {}),
                          trips.ways)};
}

}  // namespace

// The emulation loads and stores what its source says; in the machine code sums stay in registers,
// and one access takes what lies side by side. Sectors that are new to a block stay as many.
CountedKernel without_merged(CountedKernel kernel, const ExecutedCode &code, const WarpWalk &way,
                             double ways) {
  const double warps = std::max(1.0, kernel.busy_warps), stores = kernel.requests - kernel.loads;
  const auto left = [&](InstructionClass of, int kind, double counted) {
    const double seen = code.accesses(kind), on_way = ways * way.of(of);
    const double executed = warps * (seen > 0 ? std::min(on_way, seen) : on_way);
    // 0: they are of another kind there
    return counted > 0 && executed > 0 ? std::min(1.0, executed / counted) : 1;
  };
  const double loads_left = left(InstructionClass::global_load, SeenKind::read, kernel.loads),
               stores_left = left(InstructionClass::global_store, SeenKind::write, stores);
  const double requests = loads_left * kernel.loads + stores_left * stores;
  if (kernel.requests > 0) kernel.first_level_cycles *= requests / kernel.requests;
  for (double *each : {&kernel.loads, &kernel.load_sectors, &kernel.load_lines})
    *each *= loads_left;
  for (double *each : {&kernel.store_sectors, &kernel.store_lines}) *each *= stores_left;
  kernel.requests = requests;
  return kernel;
}

KernelDemand demand_of(const Machine &machine, const CountedKernel &counted,
                       const KernelCode &compiled) {
  CountedKernel kernel = counted;
  KernelDemand demand;
  TripCounts trips;
  WarpWalk way;
  if (!compiled.code.instructions.empty()) {
    trips = traced_trips(compiled.code, compiled.lines, kernel.way);
    way = walk(compiled.code, trips, {});
    const ExecutedCode code(compiled.code, compiled.lines, kernel.way);
    demand.executed = executed(code, way, trips.ways);
    kernel = without_merged(kernel, code, way, trips.ways);
    // Copies of a loop share what was executed; what is before them is executed in any case.
    if (demand.executed < 1 && way.instructions > 0)
      demand.executed += (1 - demand.executed) * way.before / way.instructions;
  }
  demand.kernel = kernel.name;
  demand.blocks = kernel.working_blocks();
  demand.threads = kernel.threads();
  demand.registers = compiled.registers;
  demand.shared_bytes = compiled.shared_bytes + kernel.dynamic_bytes;
  const double warps = demand.blocks * std::ceil(demand.threads / 32.0);
  const double busy = std::clamp(kernel.busy_warps / warps, 1 / warps, 1.0);
  demand.requests = kernel.first_level_cycles / warps;
  demand.shared_words = demand.wavefronts = kernel.shared_cycles / warps;
  demand.exposed_loads = std::max(1.0, demand.requests / 4);
  const FirstLevel cache(machine.device(), demand);
  const double missed = cache.missed(kernel);
  demand.fill_bytes = bytes_of_a_sector * missed;
  const LanesApart apart = lanes_apart(machine, kernel, missed, demand.blocks);
  demand.sector_cycles = apart.sector_cycles, demand.longer = apart.longer;
  demand.loads = kernel.loads / std::max(1.0, kernel.busy_warps);
  demand.missing = cache.missing(kernel), demand.in_turn = cache.in_turn(kernel);
  demand.instructions = 10 * (kernel.requests + kernel.shared_requests) / warps;
  if (!compiled.code.instructions.empty()) {
    demand.code = compiled.code;
    demand.trips = trips;
    demand.code_bytes = way.code_bytes;
    demand.instructions = busy * demand.executed * way.instructions;
    demand.phases = way.phases;
    for (Phase &phase : demand.phases)
      for (double *count :
           {&phase.instructions, &phase.logic, &phase.multiplies, &phase.special, &phase.doubles})
        *count *= busy * demand.executed;
    demand.barriers = demand.trips.ways * way.barriers;
    if (way.barriers > 0) demand.slowest = own_way(compiled, kernel.slowest_way);
    demand.longest = own_way(compiled, kernel.longest_way);
    const double own = busy * demand.executed * way.own_bytes;  // of a lane, in the mean
    demand.requests += own * lanes_of_warp / line_bytes;
    demand.own_missing = cache.misses(compiled.own_bytes);
    demand.fill_bytes += warps * lanes_of_warp * own * demand.own_missing;
  }
  demand.l2_bytes =
      demand.fill_bytes + bytes_of_a_sector * (kernel.store_sectors + kernel.atomic_lanes);
  demand.memory_bytes = kernel.read_bytes + kernel.written_bytes;
  demand.reads = kernel.read_bytes, demand.writes = kernel.written_bytes;
  demand.working_set_bytes = kernel.reuse_bytes;
  return demand;
}

KernelTime time_of(const Machine &machine, const CountedKernel &kernel,
                   const KernelCode &compiled) {
  KernelTime found;
  found.demand = demand_of(machine, kernel, compiled);
  found.prediction = predict(machine, found.demand);
  const double contended = kernel.busiest * seconds_of_a_turn(machine, compiled.code);
  const double bus = seconds_of_bus(machine, kernel);
  found.parameter_bytes = compiled.parameter_bytes;
  found.seconds = std::max(found.prediction.kernel_seconds, bus) - between_nodes + contended +
                  (kernel.blocks() - found.demand.blocks) * machine.value("block.hand_out") +
                  seconds_of_parameters(machine, compiled.parameter_bytes, kernel.blocks()) +
                  seconds_of_spread(machine, found.demand.blocks) +
                  (kernel.node ? seconds_of_node(machine) : 0);
  found.trivial = found.demand.memory_bytes /
                  memory_bandwidth(machine, found.demand.reads, found.demand.writes);
  double longest = 0;
  for (const Term &term : found.prediction.terms)
    if (term.seconds > longest) longest = term.seconds, found.bound = term.name;
  if (bus > found.prediction.kernel_seconds) found.bound = "bus";
  if (contended > std::max(longest, bus)) found.bound = "atomics on one address";
  return found;
}

void fetch_code_in_turn(std::vector<KernelTime> &kernels) {
  constexpr double kept = 32 << 10, longer = 0.05e-6;  // [B] a multiprocessor, [s]: of one H200
  std::map<std::string, double> bytes;
  for (const KernelTime &each : kernels) bytes[each.demand.kernel] = each.demand.code_bytes;
  double all = 0;
  for (const auto &[name, of_kernel] : bytes) all += of_kernel;
  if (all > kept)
    for (KernelTime &each : kernels) each.seconds += longer;
}

}  // namespace ladder
