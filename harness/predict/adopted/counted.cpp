#include "harness/predict/adopted/counted.h"

#include <algorithm>
#include <utility>

#include "harness/base/error.h"

namespace ladder {
namespace {

// A launch that was looked at, and those behind it that were not, which do as it did.
struct Alike {
  const Json *event = nullptr;
  double launches = 0;
};

void add(CountedKernel &, const Alike &);

// The kernel of a launch; what was counted is added when the next one of it was looked at.
std::size_t add_launch(CountedStage &stage, std::vector<Alike> &alike, const Json &event) {
  std::array<double, 3> grid{}, block{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    grid[axis] = event.at("grid").at(axis), block[axis] = event.at("block").at(axis);
  const std::string name = event.at("name");
  auto found = std::ranges::find_if(stage.kernels, [&](const CountedKernel &one) {
    return one.name == name && one.grid == grid && one.block == block;
  });
  if (found == stage.kernels.end()) {
    CountedKernel &fresh = stage.kernels.emplace_back();
    fresh.name = name, fresh.grid = grid, fresh.block = block;
    fresh.dynamic_bytes = event.at("dynamic");
    found = stage.kernels.end() - 1;
  }
  ++found->launches;
  const auto number = static_cast<std::size_t>(found - stage.kernels.begin());
  alike.resize(stage.kernels.size());
  if (event.contains("busy_blocks")) add(*found, std::exchange(alike[number], {&event, 0}));
  ++alike[number].launches;
  return number;
}

void add(CountedKernel &kernel, const Alike &alike) {
  if (!alike.event) return;
  const Json &event = *alike.event;
  const double share = event.at("busy_blocks").get<double>() /
                       std::max(1.0, event.at("looked_at").get<double>());  // of one counted
  const double warps = std::max(1.0, event.at("busy_warps").get<double>());
  kernel.known += alike.launches;
  const auto mix = [&](double &mean, double value) {
    mean += (value - mean) * alike.launches / kernel.known;
  };
  const auto of = [&](const char *field) { return share * event.at(field).get<double>(); };
  mix(kernel.busy_blocks, event.at("busy_blocks"));
  mix(kernel.busy_warps, of("busy_warps"));
  mix(kernel.requests, of("loads") + of("stores"));
  mix(kernel.loads, of("loads"));
  mix(kernel.atomics, of("atomics"));
  mix(kernel.shared_requests, of("shared"));
  mix(kernel.lanes, of("lanes"));
  mix(kernel.first_level_cycles, of("first_level_cycles"));
  mix(kernel.shared_cycles, of("shared_cycles"));
  mix(kernel.load_sectors, of("load_sectors"));
  mix(kernel.block_sectors, of("block_sectors"));
  mix(kernel.store_sectors, of("store_sectors"));
  mix(kernel.load_lines, of("load_lines"));
  mix(kernel.store_lines, of("store_lines"));
  const auto mix_all = [&](std::vector<double> &means, const Json &values) {
    means.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) mix(means[k], share * values[k].get<double>());
  };
  mix_all(kernel.again, event.at("again"));
  mix_all(kernel.slowest, event.at("slowest"));
  mix_all(kernel.fresh_together, event.at("fresh_together"));
  mix(kernel.atomic_lanes, of("atomic_lanes"));
  mix(kernel.busiest, of("busiest"));
  double read = 0, written = 0, over_bus = 0;
  for (const Json &one : event.at("arrays")) {
    const auto bytes = [&](int sectors) {  // no more than it has
      return std::min(one.at(1).get<double>(),
                      bytes_of_a_sector * share * one.at(sectors).get<double>());
    };
    if (one.at(4) != 0) {
      over_bus += bytes(3);
      continue;
    }
    read += bytes(2), written += bytes(3);
    kernel.touched[one.at(0)] = std::max(bytes(2), bytes(3));
  }
  mix(kernel.read_bytes, read);
  mix(kernel.written_bytes, written);
  mix(kernel.bus_read, bytes_of_a_sector * of("bus_sectors"));
  mix(kernel.bus_written, over_bus);
  const auto mix_way = [&](CountedWay &mean, std::size_t which) {
    CountedWay own;
    if (event.contains("times"))
      for (const auto &[line, counts] : event.at("times").items())
        own.times[line] = counts.at(which);
    for (const Json &site : event.at("sites")) {
      const int kind = site.at(1);
      const double count = site.at(2 + which);
      if (kind >= SeenKind::division)
        (kind == SeenKind::slow_case ? own.slow_cases : own.divisions)[site.at(0)] += count;
      else
        own.accesses[site.at(0)][kind] += (kind == SeenKind::atomic ? 0.5 : 1) * count;  // two each
    }
    const auto mix_lines = [&](std::map<std::string, double> &means,
                               std::map<std::string, double> &counts) {
      for (const auto &[line, count] : counts) means.emplace(line, 0);
      for (auto &[line, times] : means) mix(times, counts[line] / warps);
    };
    mix_lines(mean.times, own.times);
    mix_lines(mean.divisions, own.divisions);
    mix_lines(mean.slow_cases, own.slow_cases);
    for (const auto &[line, kinds] : own.accesses)
      for (const auto &[kind, count] : kinds) mean.accesses[line].emplace(kind, 0);
    for (auto &[line, kinds] : mean.accesses)
      for (auto &[kind, times] : kinds) mix(times, own.accesses[line][kind] / warps);
  };
  mix_way(kernel.way, 0);
  mix_way(kernel.slowest_way, 1);
  mix_way(kernel.longest_way, 2);
}

// Calls follow each other: an array that is touched was touched by an earlier launch, of this call
// or of the one before, and what was touched from then on may have taken its place in a cache.
class Reuse {
 public:
  explicit Reuse(CountedStage &stage) : stage_(stage), means_(stage.kernels.size()) {
    for (const CountedCall &call : stage.calls)
      for (const bool counts : {false, true})
        for (const HostEvent &one : call.during)
          if (one.kind == HostEvent::launch) add(one.kernel, counts);
    for (std::size_t k = 0; k < means_.size(); ++k)
      if (means_[k].bytes > 0) stage.kernels[k].reuse_bytes = means_[k].sum / means_[k].bytes;
  }

 private:
  struct Touched {
    std::size_t launch = 0;
    double bytes = 0;
  };
  struct Mean {
    double sum = 0, bytes = 0;
  };
  double since(std::size_t launch) const {
    double all = 0;
    for (const auto &[address, last] : last_)
      if (last.launch >= launch) all += last.bytes;
    return all;
  }
  void add(std::size_t kernel, bool counts) {
    const auto &arrays = stage_.kernels[kernel].touched;
    if (counts)
      for (const auto &[address, bytes] : arrays)
        if (const auto last = last_.find(address); last != last_.end()) {
          means_[kernel].sum += bytes * since(last->second.launch);
          means_[kernel].bytes += bytes;
        }
    ++launches_;
    // A launch that touches a small part of an array leaves the others where they were.
    for (const auto &[address, bytes] : arrays)
      if (Touched &last = last_[address]; 2 * bytes >= last.bytes) last = {launches_, bytes};
  }

  CountedStage &stage_;
  std::vector<Mean> means_;
  std::map<std::size_t, Touched> last_;
  std::size_t launches_ = 0;
};

}  // namespace

CountedStage counted_stage(const Json &events) {
  CountedStage stage;
  std::vector<Alike> alike;  // of each kernel
  std::vector<HostEvent> before;
  bool within = std::ranges::none_of(
      events, [](const Json &event) { return event.value("event", "") == "begin"; });
  if (within && !events.empty()) stage.calls.emplace_back();
  double nodes = 0;  // of a graph, that follow
  double later_calls = 0;
  try {
    for (const Json &event : events) {
      const std::string what = event.at("event");
      CountedCall *call = stage.calls.empty() ? nullptr : &stage.calls.back();
      if (what == "begin") {
        stage.calls.emplace_back().before = before;
        before.clear();
        within = true;
        continue;
      }
      if (what == "end") {
        within = false;
        continue;
      }
      HostEvent one;
      one.bytes = event.value("bytes", 0.0);
      if (what == "later call") ++later_calls;
      if (what == "record" && later_calls > 0) {
        stage.recorded += event.at("first").get<bool>();
        stage.recorded_nodes += std::max(0.0, one.bytes - 1);
      }
      if (what == "launch") {
        one.kind = HostEvent::launch;
        one.kernel = add_launch(stage, alike, event);
      } else if (what == "copy") {
        one.kind = HostEvent::copy;
        one.to = event.at("to");
        one.pinned = event.at("pinned");
      } else if (what == "fill") {
        one.kind = HostEvent::fill;
      } else if (what == "graph") {
        one.kind = HostEvent::graph;
      } else if (what == "free") {
        if (call && within) ++call->freed;
        continue;
      } else if (what != "wait") {
        continue;
      }
      one.node = nodes > 0;
      if (one.node && one.kind == HostEvent::launch) stage.kernels[one.kernel].node = true;
      nodes = one.kind == HostEvent::graph ? one.bytes : std::max(0.0, nodes - 1);
      if (within)
        call->during.push_back(one);
      else if (call && one.kind == HostEvent::copy && one.to == "host" && before.empty())
        call->behind.push_back(one);
      else if (one.kind == HostEvent::copy)
        before.push_back(one);
    }
    for (std::size_t k = 0; k < alike.size(); ++k) add(stage.kernels[k], alike[k]);
  } catch (const Json::exception &why) {
    throw FileError(std::string("what the emulation counted cannot be read: ") + why.what());
  }
  if (stage.calls.empty()) throw FileError("the emulation counted no call of the stage");
  stage.recorded /= std::max(1.0, later_calls);
  stage.recorded_nodes /= std::max(1.0, later_calls);
  const Reuse reuse(stage);
  return stage;
}

}  // namespace ladder
