#include "harness/answers/records/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

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
  if (!difference_of_fields(environment, other, {"/cpu", "/cores", "/gpu/name"}).empty())
    return false;
  // What a kernel keeps for itself differs from version to version.
  const double memory = environment.value("memory_bytes", 0.0),
               others = other.value("memory_bytes", 0.0);
  return memory <= 0 || others <= 0 || std::abs(memory / others - 1) < 0.05;
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

namespace {

std::pair<int, std::string> place(const Json &record) {
  const std::string name =
      std::filesystem::path(record.at("stage").at("file").get<std::string>()).filename().string();
  int number = std::numeric_limits<int>::max();
  const char *end = std::from_chars(name.data(), name.data() + name.size(), number).ptr;
  return {number, end == name.data() ? "" : std::string(end)};
}

}  // namespace

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

}  // namespace ladder
