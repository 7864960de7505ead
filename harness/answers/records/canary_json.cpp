#include "harness/answers/records/canary_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"

namespace ladder {
namespace {

CanaryTimes times_of(const Json &canary) {
  CanaryTimes times;
  for (const char *place : {"host", "device"}) {
    if (!canary.contains(place) || canary.at(place).is_null()) continue;
    for (const auto &[part, values] : canary.at(place).items())
      if (!values.empty())
        times[fmt::format("{}.{}", place, part)] = values.get<std::vector<double>>();
  }
  return times;
}

}  // namespace

Json canary_json(const std::vector<CanaryReading> &readings) {
  Json one = Json::array(), all = Json::array(), memory = Json::array(), arithmetic_of_device,
       memory_of_device;
  std::string why_no_device;
  for (const CanaryReading &reading : readings) {
    for (std::int64_t ns : reading.host.arithmetic_one_ns) one.push_back(ns);
    all.push_back(reading.host.arithmetic_all_ns);
    memory.push_back(reading.host.memory_ns);
    if (reading.device) {
      arithmetic_of_device.push_back(reading.device->arithmetic_ns);
      memory_of_device.push_back(reading.device->memory_ns);
    } else {
      why_no_device = reading.why_no_device;
    }
  }
  Json json = {
      {"version", canary_version},
      {"host", {{"arithmetic_one_ns", one}, {"arithmetic_all_ns", all}, {"memory_ns", memory}}},
      {"device", nullptr}};
  if (!arithmetic_of_device.is_null())
    json["device"] = {{"arithmetic_ns", arithmetic_of_device}, {"memory_ns", memory_of_device}};
  if (!why_no_device.empty()) json["why_no_device"] = why_no_device;
  return json;
}

CanaryTimes canary_times(const std::vector<CanaryReading> &readings) {
  return times_of(canary_json(readings));
}

std::string canary_lacking(const Json &record) {
  std::string why;
  if (!record.contains("canary"))
    why =
        "canary is missing in the baseline, so it is unknown whether the machine was as fast as "
        "now";
  else if (record.at("canary").value("version", 0) != canary_version)
    why = fmt::format("canary.version differs: {} and {}", record.at("canary").value("version", 0),
                      canary_version);
  return why.empty() ? "" : why + "; use --against=OLD_PROGRAM, or measure the baseline again";
}

CanaryTimes canary_times(const Json &record) {
  const auto damaged = [](const std::string &why) {
    return FileError(fmt::format("the field canary of a record is damaged: {}", why));
  };
  try {
    const CanaryTimes times = times_of(record.at("canary"));
    for (const auto &[part, values] : times)
      if (!std::all_of(values.begin(), values.end(), [](double ns) { return ns > 0; }))
        throw damaged(part + " has times that are not positive");
    return times;
  } catch (const Json::exception &why) {
    throw damaged(why.what());
  }
}

}  // namespace ladder
