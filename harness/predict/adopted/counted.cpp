#include "harness/predict/adopted/counted.h"

#include <algorithm>

#include "harness/base/error.h"

namespace ladder {
namespace {

// The kernel of a launch; what was counted is added.
std::size_t add_launch(CountedStage &stage, const Json &event) {
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
  CountedKernel &kernel = *found;
  ++kernel.launches;
  const auto number = static_cast<std::size_t>(found - stage.kernels.begin());
  if (!event.contains("blocks")) return number;
  const double share = kernel.blocks() / event.at("blocks").get<double>();  // of one counted
  const double warps = event.at("warps");
  ++kernel.looked_at;
  const auto mix = [&](double &mean, double value) { mean += (value - mean) / kernel.looked_at; };
  const auto of = [&](const char *field) { return share * event.at(field).get<double>(); };
  mix(kernel.warps, of("warps"));
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
  mix(kernel.atomic_lanes, of("atomic_lanes"));
  mix(kernel.busiest, of("busiest"));
  const double arrays = event.at("arrays");
  mix(kernel.array_bytes, arrays);
  mix(kernel.read_bytes, std::min(arrays, bytes_of_a_sector * of("read")));
  mix(kernel.written_bytes, std::min(arrays, bytes_of_a_sector * of("written")));
  std::map<std::string, double> times;
  std::map<std::string, std::map<int, double>> accesses;
  if (event.contains("times"))
    for (const auto &[line, count] : event.at("times").items()) times[line] = count;
  for (const Json &site : event.at("sites"))
    accesses[site.at(0)][site.at(1).get<int>()] +=
        (site.at(1) == 2 ? 0.5 : 1) * site.at(2).get<double>();  // an atomic has two accesses
  for (const auto &[line, count] : times) kernel.times.emplace(line, 0);
  for (auto &[line, mean] : kernel.times) mix(mean, times[line] / warps);
  for (const auto &[line, kinds] : accesses)
    for (const auto &[kind, count] : kinds) kernel.accesses[line].emplace(kind, 0);
  for (auto &[line, kinds] : kernel.accesses)
    for (auto &[kind, mean] : kinds) mix(mean, accesses[line][kind] / warps);
  return number;
}

}  // namespace

CountedStage counted_stage(const Json &events) {
  CountedStage stage;
  std::vector<HostEvent> before;
  bool within = false;
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
      if (what == "launch") {
        one.kind = HostEvent::launch;
        one.kernel = add_launch(stage, event);
      } else if (what == "copy") {
        one.kind = HostEvent::copy;
        one.to = event.at("to");
        one.pinned = event.at("pinned");
      } else if (what == "fill") {
        one.kind = HostEvent::fill;
      } else if (what == "free") {
        if (call && within) ++call->freed;
        continue;
      } else if (what != "wait") {
        continue;
      }
      if (within)
        call->during.push_back(one);
      else if (call && one.kind == HostEvent::copy && one.to == "host" && before.empty())
        call->behind.push_back(one);
      else if (one.kind == HostEvent::copy)
        before.push_back(one);
    }
  } catch (const Json::exception &why) {
    throw FileError(std::string("what the emulation counted cannot be read: ") + why.what());
  }
  if (stage.calls.empty()) throw FileError("the emulation counted no call of the stage");
  return stage;
}

}  // namespace ladder
