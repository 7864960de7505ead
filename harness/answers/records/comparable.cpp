#include "harness/answers/records/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "harness/base/error.h"

namespace ladder {
namespace {

std::string difference_of_fields(const Json &a, const Json &b,
                                 const std::vector<const char *> &fields) {
  for (const char *field : fields) {
    const Json::json_pointer at(field);
    const Json one = a.contains(at) ? a.at(at) : Json(nullptr),
               other = b.contains(at) ? b.at(at) : Json(nullptr);
    if (one == other) continue;
    std::string name = std::string("environment") + field;
    for (char &c : name)
      if (c == '/') c = '.';
    return fmt::format("{} differs: {} and {}", name, one.dump(), other.dump());
  }
  return "";
}

// A kernel keeps some of the memory for itself, each version another part. Records of tests and
// early ones do not say it.
std::string other_memory(const Json &a, const Json &b, const char *field) {
  constexpr double same_machine = 0.05;
  const Json::json_pointer at(field);
  if (!a.contains(at) || !b.contains(at)) return "";
  const double one = a.at(at), other = b.at(at);
  return std::abs(one - other) <= same_machine * std::max(one, other)
             ? ""
             : difference_of_fields(a, b, {field});
}

std::pair<int, std::string> place(const Json &record) {
  const std::string name =
      std::filesystem::path(record.at("stage").at("file").get<std::string>()).filename().string();
  int number = std::numeric_limits<int>::max();
  const char *end = std::from_chars(name.data(), name.data() + name.size(), number).ptr;
  return {number, end == name.data() ? "" : std::string(end)};
}

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

std::string machine_difference(const Json &environment, const Json &other) {
  std::vector<const char *> fields = {"/cpu",      "/cores",      "/affinity",   "/gpu/name",
                                      "/gpu/uuid", "/gpu/driver", "/cuda_driver"};
  // Older records do not have it.
  if (environment.contains("openmp") && other.contains("openmp")) fields.push_back("/openmp");
  if (const std::string why = difference_of_fields(environment, other, fields); !why.empty())
    return why;
  for (const char *field : {"/memory_bytes", "/gpu/memory_bytes"})
    if (const std::string why = other_memory(environment, other, field); !why.empty()) return why;
  return "";
}

bool same_kind_of_machine(const Json &environment, const Json &other) {
  return difference_of_fields(environment, other, {"/cpu", "/cores", "/gpu/name"}).empty() &&
         other_memory(environment, other, "/memory_bytes").empty();
}

bool same_machine(const Json &environment, const Json &other) {
  return same_kind_of_machine(environment, other) &&
         difference_of_fields(environment, other, {"/gpu/uuid"}).empty();
}

std::string build_difference(const Json &environment, const Json &other) {
  return difference_of_fields(environment, other,
                              {"/build/commit", "/build/fortran", "/build/c", "/build/cxx",
                               "/build/cuda", "/build/program"});
}

std::vector<std::size_t> ladder_order(const std::vector<Json> &records) {
  std::vector<std::pair<int, std::string>> places;
  for (const Json &record : records) places.push_back(place(record));
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i]; });
  return order;
}

std::vector<Json> in_ladder_order(std::vector<Json> records) {
  std::vector<Json> sorted;
  for (const std::size_t i : ladder_order(records)) sorted.push_back(std::move(records[i]));
  return sorted;
}

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
