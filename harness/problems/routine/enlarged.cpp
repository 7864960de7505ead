#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/problems/routine/recorded.h"

namespace ladder {
namespace {

std::int64_t whole_of(const RecordedValue &value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, value.input.data(), std::min<std::size_t>(sizeof bits, value.element));
  return static_cast<std::int64_t>(bits);
}

void set_whole(RecordedValue &value, std::int64_t to) {
  if (value.element < sizeof to && to >> (8 * value.element - 1) != 0)
    throw FileError(
        fmt::format("ladder.toml, [scale]: {} is an integer of {} bytes, and cannot be {}",
                    value.name, value.element, to));
  std::memcpy(value.input.data(), &to, std::min(sizeof to, value.element));
}

RecordedValue &length_of(RecordedCall &call, const std::string &name) {
  const auto found = std::ranges::find(call.values, name, &RecordedValue::name);
  if (found == call.values.end() || !found->there || found->input.empty())
    throw FileError(fmt::format("ladder.toml, [scale]: {} has no recorded value at call {}", name,
                                call.number));
  return *found;
}

// Elements behind the last one are those from the first on.
void repeat(RecordedValue &value, const Json &axes, std::int64_t more) {
  const RecordedValue before = value;
  for (const std::size_t axis : axes) value.extent.at(axis) += more;
  if (value.input.empty()) return;
  value.input.resize(value.bytes());
  const std::size_t elements = value.elements();
  for (std::size_t i = 0; i < elements; ++i) {
    std::size_t rest = i, from = 0, stride = 1;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(value.rank); ++axis) {
      const auto extent = static_cast<std::size_t>(value.extent[axis]),
                 its = static_cast<std::size_t>(before.extent[axis]);
      from += rest % extent % its * stride;
      rest /= extent;
      stride *= its;
    }
    std::memcpy(value.input.data() + i * value.element, before.input.data() + from * value.element,
                value.element);
  }
}

}  // namespace

bool enlarges(const Json &scale, const RecordedValue &value) {
  return !scale.is_null() && scale.at("axes").contains(value.name);
}

void enlarge(RecordedCall &call, const Json &scale) {
  const std::string axis = scale.at("axis");
  const std::int64_t to = scale.at("to"), from = whole_of(length_of(call, axis));
  if (to < from)
    throw FileError(
        fmt::format("ladder.toml, [scale]: {} is {} at call {} already: a call can only "
                    "be made larger; `to` must be at least {}",
                    axis, from, call.number, from));
  double bytes = 0;
  for (const RecordedValue &value : call.values)
    if (value.there && enlarges(scale, value) && from > 0)
      bytes += double(value.bytes()) * double(to) / double(from);
  refuse_beyond_memory(bytes, fmt::format("call {} with {} = {}", call.number, axis, to),
                       "take a smaller `to` under [scale] in ladder.toml");
  for (RecordedValue &value : call.values)
    if (value.there && enlarges(scale, value) && value.elements() > 0)
      repeat(value, scale.at("axes").at(value.name), to - from);
  for (const std::string name : scale.at("lengths")) set_whole(length_of(call, name), to);
}

}  // namespace ladder
