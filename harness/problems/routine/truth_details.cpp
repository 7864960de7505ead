// Elements at which the original's own runs take different branches.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "harness/base/error.h"
#include "harness/problems/routine/numbers.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {

void RoutineTruth::leave_out(Judged &one, std::size_t element) const {
  if (one.left_out.empty()) one.left_out.assign(value_of(one).elements(), false);
  if (!one.left_out[element]) ++one.many_left_out;
  one.left_out[element] = true;
}

void RoutineTruth::judge_all_elements() {
  for (Judged &one : judged_) one.left_out.clear(), one.many_left_out = 0;
}

bool RoutineTruth::leave_out_moved(const Start &start) {
  if (case_.near.empty()) return false;
  std::optional<Outputs> there;
  std::vector<Judged> judged = judged_;
  try {
    reference_of(case_).run(
        start, {{.moved_by = nowhere}, {.moved_by = near_threshold}, {.moved_by = -near_threshold}},
        [&](Outputs moved) {
          if (!there)
            there = std::move(moved);
          else
            for (Judged &one : judged) leave_out_moved(one, *there, moved);
        });
  } catch (const Error &error) {
    if (error.exit != Exit::wrong) throw;
    return false;  // such a run may fail
  }
  judged_ = std::move(judged);
  return true;
}

void RoutineTruth::leave_out_moved(Judged &one, const Outputs &there, const Outputs &moved) const {
  if (!one.written) return;
  const RecordedValue &value = value_of(one);
  const Components components(value);
  const std::byte *a = data_of(value, there.storages[one.storage], false),
                  *b = data_of(value, moved.storages[one.storage], false);
  std::vector<long double> largest(components.count(), 0);
  for (std::size_t i = 0; has_numbers(value) && i < value.elements(); ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part)
      if (const long double size = std::fabs(number_at(value, a, i, part, false));
          is_judged(one, i) && std::isfinite(size))
        largest[components.of(i)] = std::max(largest[components.of(i)], size);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i) || same_bits(value, a, b, i)) continue;
    bool branches = !has_numbers(value);
    for (std::size_t part = 0; !branches && part < parts_of(value); ++part)
      branches =
          !(std::fabs(number_at(value, a, i, part, false) - number_at(value, b, i, part, false)) <=
            half_of_digits(value) * largest[components.of(i)]);
    if (branches) leave_out(one, i);
  }
}

double RoutineTruth::share_left_out() const {
  std::size_t left_out = 0, all = 0;
  for (const Judged &one : judged_) {
    if (!one.written) continue;
    left_out += one.many_left_out;
    all += value_of(one).elements();
  }
  return all > 0 ? double(left_out) / double(all) : 0;
}

// Sums in any order: RIGHT.md.

void RoutineTruth::add_other_orders(const Start &start, std::vector<Differences> &differences) {
  std::vector<ReferenceRun> runs = {{.apart = true}};
  if (std::ranges::any_of(judged_, &Judged::few_samples))
    for (int seed = 1; seed <= more_runs_apart; ++seed)
      runs.push_back({.last_bits = seed, .apart = true});
  reference_of(case_).run(start, runs, [&](const Outputs &run) {
    for (std::size_t k = 0; k < judged_.size(); ++k)
      if (has_numbers(value_of(judged_[k]))) add(judged_[k], run, false, differences[k]);
  });
  std::vector<std::vector<long double>> before;
  for (const Judged &one : judged_) before.push_back(one.spread);
  set_limits(differences);
  for (std::size_t k = 0; k < judged_.size(); ++k)
    for (std::size_t i = 0; i < before[k].size(); ++i)
      judged_[k].cancels.push_back(judged_[k].spread[i] > of_cancelling * before[k][i]);
}

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
