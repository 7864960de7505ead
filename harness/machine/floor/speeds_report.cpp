#include "harness/machine/floor/speeds_report.h"

#include <fmt/format.h>

#include "harness/base/table.h"

namespace ladder {

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
