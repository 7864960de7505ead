#include "harness/predict/adopted/call_time.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "harness/predict/adopted/host_costs.h"
#include "harness/predict/model/bus.h"

namespace ladder {
namespace {

constexpr double large_copies_from = 65536;
constexpr double of_variables = 1024;  // bytes at most that a stage copies to variables of the host

// As busy_host (host_costs.h): where a machine's record has none of the group `calls`.
constexpr double first_copy = 45e-6;  // [s] of a call with copies
constexpr double large_copy = 35e-6;  // [s] of ordinary memory, from 64 KiB on
// Of the host, that lists a graph's nodes and launches them: what a call of MPDATA's graph of
// 66,801 nodes took beyond its kernels on one H100.
constexpr double node_of_graph = 2e-6;  // [s]
// Of a stage that lists the nodes of a graph in each call to see whether it is the one that it has:
// of each node, and of each byte of the parameters of one that this call has not listed yet, whose
// code no cache has. They fit the resident calls of the ninth and the eleventh draw's graphs on
// H200s (ACCURACY.md); in a tight loop a node takes 0.2 us.
constexpr double listed_node = 0.42e-6;  // [s]
constexpr double listed_byte = 3e-9;     // [s]
// Of a graph that a call records, since its arguments are others, and of each node beyond the
// first: captured, and the executable graph updated. They fit the resident calls of the eleventh
// and the twelfth draw on H200s; one of a node that a loop records in each turn takes no longer.
constexpr double recorded_graph = 25e-6;  // [s]
constexpr double recorded_node = 2e-6;    // [s]
// A value that the host reads between launches takes so many times as long as in a tight loop of
// reads: 9.9 for 8.8 us on one H200.
constexpr double read_between = 1.13;
constexpr double allocation = 10e-6;  // [s] not measured

// Beyond the largest size that was measured, in proportion.
double scaled(const Machine &machine, const std::string &name, double bytes) {
  constexpr double most = 64 << 20;
  return machine.value(name, bytes) * std::max(1.0, bytes / most);
}

double copy_seconds(const Machine &machine, const HostEvent &one, bool cached = false) {
  const std::string way = one.to == "host" ? "copy.device_to_host." : "copy.host_to_device.";
  const double bytes = std::max(4.0, one.bytes);
  if (one.pinned) return scaled(machine, way + "page_locked", bytes);
  if (cached) return machine.value(way + "ordinary", bytes);
  const std::string of_call = one.to == "host" ? "call.device_to_host" : "call.host_to_device";
  if (machine.has(of_call)) return scaled(machine, of_call, bytes);
  constexpr double large = 64 << 20;
  if (bytes >= large_copies_from)
    return large_copy + bytes * machine.value(way + "ordinary", large) / large;
  return busy_host * machine.value(way + "ordinary", bytes);
}

// Which of the copies before a stage are of arrays that it does not give back, so that a program
// that does little else finds them in the host's caches.
std::vector<bool> only_read(const CountedCall &call) {
  std::multiset<double> given_back;
  for (const HostEvent &one : call.behind) given_back.insert(one.bytes);
  std::vector<bool> found;
  for (const HostEvent &one : call.before) {
    const auto same = given_back.find(one.bytes);
    found.push_back(same == given_back.end());
    if (!found.back()) given_back.erase(same);
  }
  return found;
}

// Bytes over bandwidth.
double trivial_copy(const Machine &machine, const HostEvent &one) {
  return bus_seconds(machine, one.to == "host" ? "device_to_host" : "host_to_device", one.bytes);
}

bool crosses(const HostEvent &one) { return one.kind == HostEvent::copy && one.to != "within"; }

// The host and the device, each with its own clock.
class TwoClocks {
 public:
  TwoClocks(const Machine &machine, const CountedStage &stage,
            const std::vector<KernelTime> &kernels)
      : machine_(machine), kernels_(kernels), way_(way_of(machine)), costs_(host_costs(machine)) {
    double graphs = 0;
    for (const CountedCall &call : stage.calls)
      graphs += std::ranges::count(call.during, HostEvent::graph, &HostEvent::kind);
    if (graphs > 0)
      recording_ = double(stage.calls.size()) / graphs *
                   (stage.recorded * recorded_graph + stage.recorded_nodes * recorded_node);
  }

  // With `cached`, of each event whether the host's caches hold what it copies.
  void add(const std::vector<HostEvent> &events, bool of_stage,
           const std::vector<bool> &cached = {}) {
    of_stage_ = of_stage;
    for (auto one = events.begin(); one != events.end(); ++one) {
      if (one->kind == HostEvent::graph)
        for (auto node = one + 1; node != events.end() && node->node; ++node) list(*node);
      in_caches_ = !cached.empty() && cached[std::size_t(one - events.begin())];
      add(*one);
    }
  }
  double launching() const { return launching_; }
  double listing() const { return listing_; }
  int launches() const { return launches_; }
  // Of a call behind one like it.
  double end_of_repeated() {
    wait();
    return host_;
  }
  double end() {
    wait();
    if (!copies_) return host_ + (begins_with_graph_ ? costs_.begin_of_graph : costs_.begin);
    const double first =
        machine_.has("call.first_copy")
            ? machine_.value("call.first_copy", 4) - machine_.value("call.host_to_device", 4)
            : first_copy;
    return host_ + begin_of_call + first;
  }

 private:
  void add(const HostEvent &one) {
    if (one.kind == HostEvent::wait) return wait();
    if (one.kind == HostEvent::graph) return launch_graph(one.bytes);
    if (one.node) return void(device_ += between_nodes + on_device(one));
    if (one.kind == HostEvent::launch) {
      const bool fresh = launched_.insert(kernels_[one.kernel].demand.kernel).second;
      return launch(on_device(one), fresh ? costs_.fresh : costs_.again);
    }
    if (!crosses(one)) return launch(on_device(one), costs_.again);
    const bool cached = of_stage_ && one.bytes <= of_variables;
    host_ = std::max(host_, device_) +
            (cached ? of_variable(one) : copy_seconds(machine_, one, in_caches_));
    copies_ = copies_ || !cached;
  }
  // The first that the host reads finds the host's caches as other work left them.
  double of_variable(const HostEvent &one) {
    if (one.to != "host" || one.pinned) return copy_seconds(machine_, one, true);
    if (!copies_ && !std::exchange(has_read_, true)) return copy_seconds(machine_, one);
    return read_between * copy_seconds(machine_, one, true);
  }
  double on_device(const HostEvent &one) const {
    if (one.kind == HostEvent::launch) return kernels_[one.kernel].seconds;
    if (crosses(one)) return copy_seconds(machine_, one);
    return machine_.value("launch.graph") +
           2 * one.bytes / machine_.value("bandwidth.memory.1_to_1", 16);
  }
  void list(const HostEvent &node) {
    host_ += listed_node;
    if (node.kind != HostEvent::launch) return;
    const KernelTime &kernel = kernels_[node.kernel];
    if (launched_.insert(kernel.demand.kernel).second)
      host_ += listed_byte * kernel.parameter_bytes;
  }
  void launch_graph(double nodes) {
    begins_with_graph_ = begins_with_graph_ || launches_ == 0;
    listing_ += nodes * node_of_graph;
    host_ += recording_;
    launch(0, costs_.fresh);
  }
  void launch(double seconds, double of_host) {
    const double between =
        machine_.value("launch.queued") - machine_.value("launch.graph") + between_nodes;
    if (launches_++ >= until_warm) of_host = costs_.later;
    host_ += of_host, launching_ += of_host;
    device_ = std::max(device_ + between, host_ + way_.to) + seconds;
  }
  void wait() { host_ = std::max(host_, device_) + way_.back; }

  const Machine &machine_;
  const std::vector<KernelTime> &kernels_;
  Way way_;
  HostCosts costs_;
  double recording_ = 0;  // [s] before a graph is launched, in the mean
  double host_ = 0, device_ = 0, launching_ = 0, listing_ = 0;
  int launches_ = 0;
  std::set<std::string> launched_;  // kernels
  bool of_stage_ = false, in_caches_ = false, copies_ = false, has_read_ = false,
       begins_with_graph_ = false;
};

}  // namespace

CallTime call_time(const Machine &machine, const CountedStage &stage,
                   const std::vector<KernelTime> &kernels) {
  CallTime mean;
  const double share = 1.0 / double(stage.calls.size());
  for (const CountedCall &call : stage.calls) {
    TwoClocks resident(machine, stage, kernels), as_called(machine, stage, kernels),
        repeated(machine, stage, kernels);
    resident.add(call.during, true);
    as_called.add(call.before, false);
    as_called.add(call.during, true);
    as_called.add(call.behind, false);
    repeated.add(call.before, false, only_read(call));
    repeated.add(call.during, true);
    repeated.add(call.behind, false);
    const double freed =
        call.freed *
        (machine.has("call.allocation") ? machine.value("call.allocation", 65536) : allocation);
    mean.resident += share * (resident.end() + freed);
    mean.as_called += share * (as_called.end() + freed);
    mean.repeated += share * (repeated.end_of_repeated() + freed);
    mean.launches += share * resident.launching();
    mean.listing += share * resident.listing();
    mean.number_of_launches += share * resident.launches();
    for (const auto *events : {&call.before, &call.during, &call.behind})
      for (const HostEvent &one : *events) {
        if (one.kind == HostEvent::launch) {
          mean.kernels += share * kernels[one.kernel].seconds;
          mean.trivial += share * kernels[one.kernel].trivial;
        } else if (crosses(one)) {
          const bool cached = events == &call.during && one.bytes <= of_variables;
          mean.copies += share * copy_seconds(machine, one, cached);
          mean.trivial += share * trivial_copy(machine, one);
          mean.copied_bytes += share * one.bytes;
        }
      }
  }
  return mean;
}

}  // namespace ladder
