#include "harness/problems/routine/recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/problems/routine/numbers.h"

namespace ladder {
namespace {

ValueKind kind_of(const std::string &name) {
  if (name.starts_with("float")) return ValueKind::real;
  if (name.starts_with("complex")) return ValueKind::complex;
  return name == "character" ? ValueKind::text : ValueKind::whole;
}

std::size_t wide_of(const std::string &name, std::size_t element) {
  const bool has_next =
      name == "float32" || name == "float64" || name == "complex64" || name == "complex128";
  return has_next ? 2 * element : element;
}

// The data of a .npy file that the recorder wrote: in Fortran's order, of this size.
std::vector<std::byte> read_npy(const std::string &path, std::size_t bytes) {
  note_input(path);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto broken = [&](const std::string &why) {
    throw FileError(fmt::format("{} {}: run `ladder record` again", path, why));
  };
  if (!file) broken("cannot be read");
  const auto length = static_cast<std::size_t>(file.tellg());
  file.seekg(0);
  unsigned char head[10] = {};
  if (!file.read(reinterpret_cast<char *>(head), sizeof head) ||
      std::memcmp(head, "\x93NUMPY\x01", 7) != 0)
    broken("is not as it was recorded");
  const std::size_t begin = 10 + head[8] + 256u * head[9];
  if (length != begin + bytes)
    broken(fmt::format("is not as it was recorded: it has {} bytes of data, and the index says {}",
                       length - std::min(length, begin), bytes));
  std::vector<std::byte> data(bytes);
  file.seekg(static_cast<std::streamoff>(begin));
  if (!file.read(reinterpret_cast<char *>(data.data()), static_cast<std::streamsize>(bytes)))
    broken("cannot be read");
  return data;
}

std::vector<long double> largest_of(const RecordedValue &value,
                                    const std::vector<std::byte> &data) {
  const Components components(value);
  std::vector<long double> largest(components.count(), 0);
  for (std::size_t i = 0; i < value.elements(); ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double size = std::fabs(number_at(value, data.data(), i, part, false));
      if (std::isfinite(size))
        largest[components.of(i)] = std::max(largest[components.of(i)], size);
    }
  return largest;
}

using Extents = std::array<std::int64_t, 7>;

// The longest extents of each value in any call.
std::map<std::string, Extents> longest_in(const Json &calls) {
  std::map<std::string, Extents> longest;
  for (const Json &call : calls)
    for (const Json &value : call.at("values")) {
      if (!value.at("there").get<bool>()) continue;
      Extents &its = longest[value.at("name")];
      const Json &shape = value.at("shape");
      for (std::size_t axis = 0; axis < std::min(shape.size(), its.size()); ++axis)
        its[axis] = std::max(its[axis], shape[axis].get<std::int64_t>());
    }
  return longest;
}

RecordedValue value_of(const std::string &folder, const Json &json, const Json &kinds,
                       const std::map<std::string, Extents> &longest) {
  RecordedValue value;
  value.name = json.at("name");
  value.there = json.at("there");
  const std::string kind = kinds.at(value.name);
  value.kind = kind_of(kind);
  value.quad = kind == "float128" || kind == "complex256";
  if (!value.there) return value;
  value.element = json.at("bytes");
  value.wide = wide_of(kind, value.element);
  const Json &shape = json.at("shape"), &lower = json.at("lower");
  value.rank = static_cast<int>(shape.size());
  if (value.rank > 7) throw FileError("an array of more than seven axes");
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    value.extent[axis] = shape[axis];
    value.lower[axis] = lower[axis];
  }
  value.longest = longest.at(value.name);
  value.varied = json.value("varied", false);
  value.in = json.contains("in");
  value.out = json.contains("out");
  if (value.in)
    value.input = read_npy(folder + "/calls/" + json["in"].get<std::string>(), value.bytes());
  const bool has_numbers = value.kind == ValueKind::real || value.kind == ValueKind::complex;
  if (value.in && value.out && has_numbers && value.rank > 0)
    value.largest_output = largest_of(
        value, read_npy(folder + "/calls/" + json["out"].get<std::string>(), value.bytes()));
  return value;
}

// Values of a common region of the program's memory share their storage.
void place(RecordedCall &call, const Json &values, const Json &scale) {
  std::map<int, std::size_t> regions;
  for (std::size_t k = 0; k < call.values.size(); ++k) {
    RecordedValue &value = call.values[k];
    if (!value.there) continue;
    const int region = values[k].value("region", -1);
    if (region >= 0 && enlarges(scale, value))
      throw FileError(
          fmt::format("ladder.toml, [scale]: {} shares memory with another value at call "
                      "{}, so it cannot be made larger",
                      value.name, call.number));
    value.storage = call.storages.size();
    if (const auto found = regions.find(region); region >= 0 && found != regions.end())
      value.storage = found->second;
    else
      call.storages.push_back({.name = value.name});
    if (region >= 0) regions[region] = value.storage;
    value.at = values[k].value("offset", std::size_t{0});
    value.wide_at = value.at * value.wide / std::max<std::size_t>(1, value.element);
    Storage &storage = call.storages[value.storage];
    storage.bytes = std::max(storage.bytes, value.at + value.bytes());
    storage.wide_bytes =
        std::max(storage.wide_bytes, value.wide_at + value.elements() * value.wide);
    storage.in = storage.in || value.in;
  }
}

}  // namespace

std::size_t RecordedValue::elements() const {
  std::size_t count = 1;
  for (int axis = 0; axis < rank; ++axis)
    count *= static_cast<std::size_t>(extent[static_cast<std::size_t>(axis)]);
  return count;
}

std::string RecordedValue::designator(std::size_t index) const {
  if (rank == 0) return name;
  std::string text = name + "(";
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis) {
    const auto extent_here = static_cast<std::size_t>(extent[axis]);
    text += fmt::format("{}{}", axis ? "," : "",
                        lower[axis] + static_cast<std::int64_t>(index % extent_here));
    index /= extent_here;
  }
  return text + ")";
}

Json read_index(const std::string &folder) {
  const std::string path = folder + "/calls/index.json";
  note_input(path);
  std::ifstream file(path);
  if (!file)
    throw FileError(
        fmt::format("{} has no recorded calls: run `ladder record {}` first", folder, folder));
  Json index = Json::parse(file, nullptr, false);
  if (!index.is_object() || !index.contains("calls") || index["calls"].empty())
    throw FileError(fmt::format("{} cannot be read: run `ladder record {}` again", path, folder));
  return index;
}

std::vector<RecordedCall> read_calls(const std::string &folder, const Json &index,
                                     const Json &kinds, const Json &scale) {
  std::vector<RecordedCall> calls;
  try {
    const auto longest = longest_in(index.at("calls"));
    for (const Json &one : index.at("calls")) {
      RecordedCall call;
      call.number = one.at("call");
      for (const Json &value : one.at("values"))
        call.values.push_back(value_of(folder, value, kinds, longest));
      if (!scale.is_null()) enlarge(call, scale);
      place(call, one.at("values"), scale);
      calls.push_back(std::move(call));
    }
  } catch (const Json::exception &error) {
    throw FileError(fmt::format(
        "{}/calls/index.json is not as `ladder record` writes it ({}): run `ladder record` again",
        folder, error.what()));
  }
  return calls;
}

}  // namespace ladder
