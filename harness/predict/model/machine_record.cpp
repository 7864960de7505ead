#include "harness/predict/model/machine_record.h"

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <utility>

#include "harness/answers/records/experiments.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/table.h"
#include "harness/predict/microbench/rounds.h"

namespace ladder {

namespace fs = std::filesystem;

namespace {

constexpr int machine_schema = 1;
constexpr const char *experiment = "microbench", *file_name = "machine.jsonl";

// Each field of a device with its name, once for reading and for writing.
template <class Device, class Visit>
void each_field(Device &d, const Visit &visit) {
  visit("name", d.name);
  visit("driver", d.driver);
  visit("runtime", d.runtime);
  visit("compute_major", d.compute_major);
  visit("compute_minor", d.compute_minor);
  visit("multiprocessors", d.multiprocessors);
  visit("threads_a_multiprocessor", d.threads_a_multiprocessor);
  visit("blocks_a_multiprocessor", d.blocks_a_multiprocessor);
  visit("registers_a_multiprocessor", d.registers_a_multiprocessor);
  visit("shared_bytes_a_multiprocessor", d.shared_bytes_a_multiprocessor);
  visit("shared_bytes_a_block", d.shared_bytes_a_block);
  visit("reserved_bytes_a_block", d.reserved_bytes_a_block);
  visit("l2_bytes", d.l2_bytes);
  visit("memory_bytes", d.memory_bytes);
  visit("clock_hz", d.clock_hz);
  visit("memory_bytes_per_s", d.memory_bytes_per_s);
}

template <class One, class Visit>
void each_field_of_measurement(One &m, const Visit &visit) {
  visit("name", m.name);
  visit("unit", m.unit);
  visit("over", m.over);
  visit("at", m.at);
  visit("value", m.value);
  visit("uncertainty", m.uncertainty);
  visit("samples", m.samples);
}

}  // namespace

const RecordKind records_of_machines = {"records of `ladder microbench`",
                                        "{\"kind\":\"machine\"",
                                        {"kind", "machine_schema", "device", "measured"}};

Json machine_json(const MachineRecord &record) {
  Json json = {{"kind", "machine"},
               {"machine_schema", machine_schema},
               {"time", record.time},
               {"commit", record.commit}};
  each_field(record.found.device,
             [&](const char *name, const auto &value) { json["device"][name] = value; });
  json["measured"] = Json::array();
  for (const MachineValue &m : record.found.measured) {
    Json one;
    each_field_of_measurement(m, [&](const char *name, const auto &value) { one[name] = value; });
    json["measured"].push_back(one);
  }
  json["not_measured"] = Json::array();
  for (const NotMeasured &m : record.found.not_measured)
    json["not_measured"].push_back({{"group", m.group}, {"why", m.why}});
  return json;
}

MachineRecord machine_of_json(const Json &json) {
  try {
    if (json.at("kind") != "machine" || json.at("machine_schema") != machine_schema)
      throw FileError(fmt::format("it is no record of a machine of schema {}", machine_schema));
    MachineRecord record;
    json.at("time").get_to(record.time);
    json.at("commit").get_to(record.commit);
    const Json &device = json.at("device");
    each_field(record.found.device,
               [&](const char *name, auto &value) { device.at(name).get_to(value); });
    for (const Json &one : json.at("measured")) {
      MachineValue &m = record.found.measured.emplace_back();
      each_field_of_measurement(m,
                                [&](const char *name, auto &value) { one.at(name).get_to(value); });
    }
    for (const Json &m : json.at("not_measured"))
      record.found.not_measured.push_back({m.at("group"), m.at("why")});
    return record;
  } catch (const Json::exception &why) {
    throw FileError(fmt::format("a field of the machine is missing or wrong: {}", why.what()));
  }
}

fs::path new_machine_file(const fs::path &results, const std::string &machine) {
  return experiment_of_today(results / machine, experiment) / file_name;
}

fs::path machine_file(const fs::path &results, const std::string &machine) {
  return newest_file(results / machine, experiment, file_name);
}

MachineRecord read_machine(const fs::path &file) {
  std::istringstream lines(read_file(file.string()));
  std::vector<MachineRecord> runs;
  try {
    for (std::string line; std::getline(lines, line);)
      if (!line.empty()) runs.push_back(machine_of_json(Json::parse(line, nullptr, false)));
    if (runs.empty()) throw FileError("it is empty");
  } catch (const FileError &why) {
    throw FileError(fmt::format("'{}' cannot be used: {}", file.string(), why.what()));
  }
  MachineRecord newest = runs.back();
  std::vector<Microbenchmarks> found;
  for (MachineRecord &run : runs)
    if (run.found.device.name == newest.found.device.name) found.push_back(std::move(run.found));
  newest.found = median_of(found);
  return newest;
}

std::vector<std::string> known_machines(const fs::path &results) {
  std::vector<std::string> names;
  std::error_code problem;
  for (const fs::path &machine : machine_folders(results))
    if (fs::exists(newest_file(machine, experiment, file_name), problem))
      names.push_back(machine.filename().string());
  return names;
}

namespace {

// With a prefix, so that seconds and bytes a second fit a column: "2.14 us", "3.1 TB/s", "29.0
// cycles".
std::string quantity(double value, double uncertainty, const std::string &unit) {
  struct Prefix {
    double factor;
    const char *sign;
  };
  static constexpr Prefix prefixes[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                                        {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}};
  Prefix chosen{1, ""};
  if (unit == "s" || unit == "B/s" || unit == "Hz" || unit == "B")
    for (const Prefix &prefix : prefixes) {
      chosen = prefix;
      if (value >= prefix.factor) break;
    }
  if (value == 0) chosen = {1, ""};
  const double scaled = value / chosen.factor, sure = uncertainty / chosen.factor;
  return uncertainty > 0 ? fmt::format("{:.4g} ± {:.2g} {}{}", scaled, sure, chosen.sign, unit)
                         : fmt::format("{:.4g} {}{}", scaled, chosen.sign, unit);
}

}  // namespace

std::string machine_table(const MachineRecord &record) {
  using enum Table::Align;
  Table table({{fmt::format("micro-benchmarks of {}, {}", record.found.device.name, record.time)},
               {"first", right},
               {"last", right},
               {"varied"}});
  const auto &all = record.found.measured;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last + 1 < all.size() && all[last + 1].name == all[first].name) ++last;
    const auto value_text = [](const MachineValue &m) {
      return quantity(m.value, m.uncertainty, m.unit);
    };
    if (last == first)
      table.row({all[first].name, value_text(all[first]), "", ""});
    else
      table.row(
          {all[first].name, value_text(all[first]), value_text(all[last]),
           fmt::format("{:.12g} to {:.12g} {}", all[first].at, all[last].at, all[first].over)});
    first = last + 1;
  }
  for (const NotMeasured &missing : record.found.not_measured)
    table.row({missing.group, "not measured", "", missing.why});
  return table.text();
}

}  // namespace ladder
