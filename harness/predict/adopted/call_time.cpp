#include "harness/predict/adopted/call_time.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/adopted/first_level.h"
#include "harness/predict/adopted/traced_trips.h"
#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

constexpr double large_copies_from = 65536;

// Of a host that was waiting before the call and whose caches hold other things, next to the tight
// loops of the micro-benchmarks; after many launches it is in such a loop itself. From flow2d,
// NEMO's tracer and moist_column on one H100 (ACCURACY.md). The copies and allocations count where
// a machine's record has none of the group `calls`.
constexpr double busy_host = 1.45;       // launches and small copies take so many times as long
constexpr int until_warm = 64;           // launches
constexpr double begin_of_call = 26e-6;  // [s]
constexpr double first_copy = 45e-6;     // [s] of a call with copies
constexpr double large_copy = 35e-6;     // [s] of ordinary memory, from 64 KiB on
constexpr double contended_atomic = 0.65e-9;  // [s] of lanes that change one address
constexpr double allocation = 10e-6;          // [s] not measured

// Of `launch.waited_for`, the way to the device and back.
struct Way {
  double to, back;
};
Way way_of(const Machine &machine) {
  const double rest =
      std::max(0.0, machine.value("launch.waited_for") - machine.value("launch.host_call") -
                        machine.value("launch.graph"));
  return {rest * 2 / 3, rest / 3};
}

// Beyond the largest size that was measured, in proportion.
double scaled(const Machine &machine, const std::string &name, double bytes) {
  constexpr double most = 64 << 20;
  return machine.value(name, bytes) * std::max(1.0, bytes / most);
}

double copy_seconds(const Machine &machine, const HostEvent &one) {
  const std::string way = one.to == "host" ? "copy.device_to_host." : "copy.host_to_device.";
  const double bytes = std::max(4.0, one.bytes);
  if (one.pinned) return machine.value(way + "page_locked", bytes);
  const std::string of_call = one.to == "host" ? "call.device_to_host" : "call.host_to_device";
  if (machine.has(of_call)) return scaled(machine, of_call, bytes);
  constexpr double large = 64 << 20;
  if (bytes >= large_copies_from)
    return large_copy + bytes * machine.value(way + "ordinary", large) / large;
  return busy_host * machine.value(way + "ordinary", bytes);
}

// Bytes over bandwidth.
double trivial_copy(const Machine &machine, const HostEvent &one) {
  constexpr double large = 64 << 20;
  const std::string way = one.to == "host" ? "copy.device_to_host." : "copy.host_to_device.";
  return one.bytes * machine.value(way + "page_locked", large) / large;
}

bool crosses(const HostEvent &one) { return one.kind == HostEvent::copy && one.to != "within"; }

// How long a launch keeps the host, the first ones of a call and later ones; and what the begin of
// a call with resident arrays takes beyond its launches.
struct HostCosts {
  double first, later, begin;
};
HostCosts host_costs(const Machine &machine) {
  const double launch = machine.value("launch.host_call");
  const char *const behind = "call.launches_behind_copies";
  if (!machine.has(behind)) return {busy_host * launch, launch, begin_of_call};
  const auto each = [&](double few, double many) {
    return (machine.value(behind, many) - machine.value(behind, few)) / (many - few);
  };
  const double first = each(8, until_warm);
  const Way way = way_of(machine);
  return {first, each(512, 4096),
          std::max(0.0, machine.value(behind, 1) - first - way.to - way.back -
                            machine.value("launch.graph"))};
}

// The host and the device, each with its own clock.
class TwoClocks {
 public:
  TwoClocks(const Machine &machine, const std::vector<KernelTime> &kernels)
      : machine_(machine), kernels_(kernels), way_(way_of(machine)), costs_(host_costs(machine)) {}

  void add(const std::vector<HostEvent> &events) {
    for (const HostEvent &one : events) add(one);
  }
  double launching() const { return launching_; }
  double end() {
    wait();
    if (!copies_) return host_ + costs_.begin;
    const double first =
        machine_.has("call.first_copy")
            ? machine_.value("call.first_copy", 4) - machine_.value("call.host_to_device", 4)
            : first_copy;
    return host_ + begin_of_call + first;
  }

 private:
  void add(const HostEvent &one) {
    if (one.kind == HostEvent::launch) return launch(kernels_[one.kernel].seconds);
    if (one.kind == HostEvent::wait) return wait();
    if (!crosses(one))  // within the device
      return launch(machine_.value("launch.graph") +
                    2 * one.bytes / machine_.value("bandwidth.memory.1_to_1", 16));
    host_ = std::max(host_, device_) + copy_seconds(machine_, one);
    copies_ = true;
  }
  void launch(double seconds) {
    const double between = machine_.value("launch.queued") - machine_.value("launch.graph");
    host_ += launch_seconds();
    device_ = std::max(device_ + between, host_ + way_.to) + seconds;
  }
  double launch_seconds() {
    const double each = launches_++ < until_warm ? costs_.first : costs_.later;
    launching_ += each;
    return each;
  }
  void wait() { host_ = std::max(host_, device_) + way_.back; }

  const Machine &machine_;
  const std::vector<KernelTime> &kernels_;
  Way way_;
  HostCosts costs_;
  double host_ = 0, device_ = 0, launching_ = 0;
  int launches_ = 0;
  bool copies_ = false;
};

// Of the accesses on the way through the machine code those that were counted: a compiler leaves
// several copies of a loop behind, for few and for many turns.
double executed(const CountedKernel &kernel, const WarpWalk &way) {
  using enum InstructionClass;
  double on_way = 0;
  for (const InstructionClass each : {global_load, global_store, atomic, shared_load, shared_store})
    on_way += way.of(each);
  const double counted = (kernel.requests + kernel.atomics + kernel.shared_requests) /
                         std::max(1.0, kernel.busy_warps);
  return on_way > 0 && counted > 0 ? std::min(1.0, counted / on_way) : 1;
}

// Of those that change one address. Where each compares and exchanges what it has read, one at a
// time has its way there and back.
double seconds_of_a_turn(const Machine &machine, const MachineCode &code) {
  constexpr int compare_and_exchange[] = {0x18b, 0x1a9};  // ATOM.CAS, ATOMG.CAS
  for (const int opcode : compare_and_exchange)
    if (std::ranges::count(code.instructions, opcode, &Instruction::opcode) > 0)
      return machine.value("latency.l2.atomic", 1) / machine.clock_hz();
  return contended_atomic;
}

}  // namespace

KernelDemand demand_of(const Machine &machine, const CountedKernel &kernel,
                       const KernelCode &compiled) {
  KernelDemand demand;
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
  demand.missing = std::min(1.0, cache.missing(kernel) / std::max(1.0, kernel.loads));
  demand.instructions = 10 * (kernel.requests + kernel.shared_requests) / warps;
  if (!compiled.code.instructions.empty()) {
    demand.code = compiled.code;
    demand.trips = traced_trips(compiled.code, compiled.lines, kernel);
    const WarpWalk way = walk(demand.code, demand.trips, {});
    demand.executed = executed(kernel, way);
    demand.instructions = busy * demand.executed * way.instructions;
    demand.phases = way.phases;
    for (Phase &phase : demand.phases)
      for (double *count :
           {&phase.instructions, &phase.logic, &phase.multiplies, &phase.special, &phase.doubles})
        *count *= busy * demand.executed;
    demand.barriers = way.barriers;
    const double own = busy * demand.executed * way.own_bytes;  // of a lane, in the mean
    demand.requests += own * lanes_of_warp / line_bytes;
    demand.fill_bytes += warps * lanes_of_warp * own * cache.misses(compiled.own_bytes);
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
  found.seconds = found.prediction.kernel_seconds + contended +
                  (kernel.blocks() - found.demand.blocks) * machine.value("block.hand_out");
  found.trivial = found.demand.memory_bytes /
                  memory_bandwidth(machine, found.demand.reads, found.demand.writes);
  double longest = 0;
  for (const Term &term : found.prediction.terms)
    if (term.seconds > longest) longest = term.seconds, found.bound = term.name;
  if (contended > longest) found.bound = "atomics on one address";
  return found;
}

CallTime call_time(const Machine &machine, const CountedStage &stage,
                   const std::vector<KernelTime> &kernels) {
  CallTime mean;
  const double share = 1.0 / double(stage.calls.size());
  for (const CountedCall &call : stage.calls) {
    TwoClocks resident(machine, kernels), as_called(machine, kernels);
    resident.add(call.during);
    as_called.add(call.before);
    as_called.add(call.during);
    as_called.add(call.behind);
    const double freed =
        call.freed *
        (machine.has("call.allocation") ? machine.value("call.allocation", 65536) : allocation);
    mean.resident += share * (resident.end() + freed);
    mean.as_called += share * (as_called.end() + freed);
    mean.launches += share * resident.launching();
    mean.freed += share * call.freed;
    for (const auto *events : {&call.before, &call.during, &call.behind})
      for (const HostEvent &one : *events) {
        if (one.kind == HostEvent::launch) {
          mean.kernels += share * kernels[one.kernel].seconds;
          mean.trivial += share * kernels[one.kernel].trivial;
          mean.number_of_launches += share;
        } else if (crosses(one)) {
          mean.copies += share * copy_seconds(machine, one);
          mean.trivial += share * trivial_copy(machine, one);
          mean.copied_bytes += share * one.bytes;
        }
      }
  }
  return mean;
}

}  // namespace ladder
