#include "harness/machine/floor/floor.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/table.h"

namespace ladder {

Floor least_time(const Work &work, const HostSpeeds &host,
                 const std::optional<DeviceSpeeds> &device) {
  if (work.on_device && !device) return {0, "none: the device's speeds were not measured"};
  // All cores together may have been disturbed while they were measured; one core at least was not,
  // or not for all of its rounds.
  const double host_rate =
      std::max(host.multiply_adds_per_s, host.cores * host.multiply_adds_per_s_one_core);
  const double rate = work.on_device ? device->multiply_adds_per_s : host_rate;
  const double slots = work.multiply_adds_per_point;
  const double arithmetic = work.points * work.steps * slots / rate;
  Floor floor{
      arithmetic,
      fmt::format("{:.4g} cells x {:.4g} steps x {:g} multiply-adds / {:.3g} per s = {:.3g} s "
                  "of arithmetic",
                  work.points, work.steps, slots, rate, arithmetic)};
  if (!work.on_device) return floor;
  const double in = work.bytes_in, out = work.bytes_out;
  const double copies = std::max(in / device->h2d_bytes_per_s, out / device->d2h_bytes_per_s);
  floor.words += fmt::format(
      "; {:.4g} B in at {:.3g} B/s and at the same time {:.4g} B out at {:.3g} B/s = {:.3g} s of "
      "copies; the larger counts",
      in, device->h2d_bytes_per_s, out, device->d2h_bytes_per_s, copies);
  floor.seconds = std::max(arithmetic, copies);
  return floor;
}

bool plausible(double seconds, const Floor &floor) { return seconds >= 0.95 * floor.seconds; }

Json speeds_json(const Speeds &speeds) {
  const auto &[host, device, why_no_device] = speeds;
  Json json = {{"host",
                {{"copy_bytes_per_s", host.memory.copy_bytes_per_s},
                 {"read_bytes_per_s", host.memory.read_bytes_per_s},
                 {"memory_age_s", host.memory.age_s},
                 {"multiply_adds_per_s", host.multiply_adds_per_s},
                 {"multiply_adds_per_s_one_core", host.multiply_adds_per_s_one_core},
                 {"cores", host.cores}}},
               {"device", nullptr}};
  if (device)
    json["device"] = {{"copy_bytes_per_s", device->copy_bytes_per_s},
                      {"read_bytes_per_s", device->read_bytes_per_s},
                      {"h2d_bytes_per_s", device->h2d_bytes_per_s},
                      {"d2h_bytes_per_s", device->d2h_bytes_per_s},
                      {"multiply_adds_per_s", device->multiply_adds_per_s},
                      {"launch_s", device->launch_s},
                      {"graph_node_s", device->graph_node_s},
                      {"barrier_s", device->barrier_s}};
  return json;
}

std::string speeds_table(const Speeds &speeds) {
  const auto &[host, device, why_no_device] = speeds;
  Table table({{"measured now, best of up to five"}, {"", Table::Align::right}});
  const auto bandwidth = [](double bytes_per_s) {
    return fmt::format("{:.1f} GB/s", 1e-9 * bytes_per_s);
  };
  const auto rate = [](double per_s) { return fmt::format("{:.0f} G/s", 1e-9 * per_s); };
  table.row({fmt::format("main memory, copy (read + write), {} cores", host.cores),
             bandwidth(host.memory.copy_bytes_per_s)});
  table.row({"main memory, read", bandwidth(host.memory.read_bytes_per_s)});
  table.row({"multiply-adds, one core", rate(host.multiply_adds_per_s_one_core)});
  table.row({"multiply-adds, all cores", rate(host.multiply_adds_per_s)});
  if (device) {
    table.row({"device memory, copy (read + write)", bandwidth(device->copy_bytes_per_s)});
    table.row({"device memory, read", bandwidth(device->read_bytes_per_s)});
    table.row({"host to device, page-locked", bandwidth(device->h2d_bytes_per_s)});
    table.row({"device to host, page-locked", bandwidth(device->d2h_bytes_per_s)});
    table.row({"multiply-adds, device", rate(device->multiply_adds_per_s)});
    table.row({"launch of an empty kernel", seconds_text(device->launch_s)});
    table.row({"node of a graph", seconds_text(device->graph_node_s)});
    table.row({"barrier over all multiprocessors", seconds_text(device->barrier_s)});
  }
  if (!device) table.row({"device", why_no_device});
  return table.text();
}

}  // namespace ladder
