#include "harness/problems/routine/element_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {

std::string number_text(const RecordedValue &value, const std::byte *data, std::size_t index,
                        int digits) {
  if (value.kind == ValueKind::real)
    return fmt::format("{:.{}g}", number_at(value, data, index, 0, false), digits);
  if (value.kind == ValueKind::complex)
    return fmt::format("({:.{}g},{:.{}g})", number_at(value, data, index, 0, false), digits,
                       number_at(value, data, index, 1, false), digits);
  std::int64_t whole = 0;
  std::memcpy(&whole, data + index * value.element, std::min<std::size_t>(8, value.element));
  if (value.kind == ValueKind::text) return fmt::format("'{}'", static_cast<char>(whole));
  const int unused = 64 - 8 * static_cast<int>(std::min<std::size_t>(8, value.element));
  return fmt::format(
      "{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(whole) << unused) >> unused);
}

double json_number(long double number) {
  constexpr double most = std::numeric_limits<double>::max();
  return std::isnan(number) ? most : std::clamp(static_cast<double>(number), -most, most);
}

namespace {

// Under Fortran's bounds; empty of a scalar.
Json indices(const RecordedValue &value, std::size_t index) {
  Json all = Json::array();
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(value.rank); ++axis) {
    const auto extent = static_cast<std::size_t>(std::max<std::int64_t>(1, value.extent[axis]));
    all.push_back(value.lower[axis] + static_cast<std::int64_t>(index % extent));
    index /= extent;
  }
  return all;
}

}  // namespace

Json RoutineTruth::worst_json(const Judged &one, std::size_t index, const std::byte *data,
                              long double share, long double error) const {
  const RecordedValue &value = value_of(one);
  const std::size_t component = Components(value).of(index);
  const long double limit = one.limit[component], spread = one.spread[component];
  const char *from = one.stated                            ? "stated"
                     : limit > multiple_of_spread * spread ? "rounding"
                                                           : "spread";
  const std::byte *own = data_of(value, own_.storages[one.storage], false);
  const std::byte *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  const int digits = value.element / parts_of(value) == sizeof(float) ? 9 : 17;  // all there are
  Json oracle = Json::array();
  for (std::size_t part = 0; part < parts_of(value); ++part)
    oracle.push_back(json_number(number_at(value, exact, index, part, exact_.wide)));
  return {{"call", (*case_.calls)[one.call].number},
          {"with_noise", noisy_},
          {"element", value.designator(index)},
          {"array", value.name},
          {"index", indices(value, index)},
          {"stage", number_text(value, data, index, digits)},
          {"original", number_text(value, own, index, digits)},
          {"oracle", oracle.size() == 1 ? oracle[0] : oracle},
          {"oracle_is_wider", exact_.wide},
          {"error", json_number(error)},
          {"limit", json_number(limit)},
          {"share_of_limit", json_number(share)},
          {"limit_from", from},
          {"spread", json_number(spread)},
          {"largest_of_component", json_number(one.scale[component])},
          {"components", one.limit.size()}};
}

// Of an element that must be equal.
Json RoutineTruth::equal_json(const Judged &one, std::size_t index, const std::byte *data,
                              const std::byte *right) const {
  const RecordedValue &value = value_of(one);
  return {{"call", (*case_.calls)[one.call].number},
          {"with_noise", noisy_},
          {"element", value.designator(index)},
          {"array", value.name},
          {"index", indices(value, index)},
          {"stage", number_text(value, data, index, 17)},
          {"original", number_text(value, right, index, 17)},
          {"limit", 0},
          {"limit_from", "equal"}};
}

}  // namespace ladder
