// The limits of a stage of an adopted routine, from the original's own runs.
#include <fmt/format.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <iterator>

#include "harness/base/enough_room.h"
#include "harness/base/error.h"
#include "harness/base/guarded_buffer.h"
#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {
namespace {

// Elements that two runs leave as different poisons left them.
std::vector<bool> untouched_in(const RecordedValue &value, const std::byte *first,
                               const std::byte *second, const std::byte *poison_first) {
  std::vector<bool> untouched(value.elements(), false);
  bool any = false;
  for (std::size_t i = 0; i < untouched.size(); ++i) {
    untouched[i] = !same_bits(value, first, second, i) && same_bits(value, first, poison_first, i);
    any = any || untouched[i];
  }
  return any ? untouched : std::vector<bool>{};
}

long double half_of_digits(const RecordedValue &value) { return std::sqrt(unit_roundoff(value)); }

}  // namespace

RoutineTruth::RoutineTruth(const RoutineCase &c, const Start &start)
    : case_(c), noisy_(start.seed != 0 && start.amplitude > 0) {
  std::vector<ReferenceRun> runs = {{.rounding = FE_TONEAREST}, {.rounding = FE_DOWNWARD},
                                    {.rounding = FE_UPWARD},    {.rounding = FE_TOWARDZERO},
                                    {.last_bits = 1},           {.last_bits = 2},
                                    {.last_bits = 3},           {.last_bits = 4},
                                    {.second_poison = true}};
  for (std::size_t k = 0; k < c.builds.size(); ++k)
    runs.insert(runs.begin() + 1, {.build = static_cast<int>(k) + 1});
  if (!c.oracle_library.empty()) runs.push_back({.oracle = true});
  double bytes = 0;
  for (const Array &one : c.arrays()) bytes += double(sizeof(float) * one.values);
  // The outputs of all runs, those of the oracle wider, what the child process holds, and limits.
  refuse_beyond_memory((double(runs.size()) + more_runs_at_branches + 8) * bytes,
                       fmt::format("proving a stage of '{}' right on its recorded calls,", c.name),
                       "record fewer or smaller calls: ladder record --calls=1");
  std::vector<Outputs> all = reference_of(c).outputs(start, runs);
  if (!c.oracle_library.empty()) {
    exact_ = std::move(all.back());
    all.pop_back();
  }
  const Outputs second = std::move(all.back());
  all.pop_back();
  own_ = all.front();
  if (c.oracle_library.empty()) exact_ = own_;

  std::vector<float *> places;
  std::vector<GuardedBuffer<float>> buffers;
  const std::vector<Array> arrays = c.arrays();
  buffers.reserve(arrays.size());
  for (const Array &one : arrays) places.push_back(buffers.emplace_back(one.values).data());
  c.start(start, places);

  std::size_t first = 0;
  for (const RecordedCall &call : *c.calls)
    for (const Storage &storage : call.storages) {
      const auto *begin = reinterpret_cast<const std::byte *>(places[first++]);
      inputs_.emplace_back(begin, begin + storage.bytes);
    }
  const std::vector<Outputs> moved = with_moved_thresholds(start);
  look_at_values(all, second, moved);
  if (!moved.empty() && decides()) return;
  // Where too much is near a threshold, numbers that are compared are exact, as those of a mask, and rounding is not what chooses.
  if (!moved.empty()) look_at_values(all, second, {});
  if (std::ranges::none_of(judged_, [](const Judged &one) { return one.many_left_out > 0; }))
    return;
  std::vector<ReferenceRun> more;
  for (int seed = 0; seed < more_runs_at_branches; ++seed) more.push_back({.last_bits = 5 + seed});
  std::ranges::move(reference_of(c).outputs(start, more), std::back_inserter(all));
  look_at_values(all, second, {});
}

std::vector<Outputs> RoutineTruth::with_moved_thresholds(const Start &start) const {
  if (case_.near.empty()) return {};
  try {
    return reference_of(case_).outputs(
        start,
        {{.moved_by = nowhere}, {.moved_by = near_threshold}, {.moved_by = -near_threshold}});
  } catch (const Error &error) {
    if (error.exit == Exit::interrupted) throw;
    return {};  // such a run may fail
  }
}

void RoutineTruth::look_at_values(const std::vector<Outputs> &all, const Outputs &second,
                                  const std::vector<Outputs> &moved) {
  judged_.clear();
  std::size_t first = 0;
  for (std::size_t k = 0; k < case_.calls->size(); ++k) {
    const RecordedCall &call = (*case_.calls)[k];
    std::vector<bool> is_written(call.storages.size(), false);
    for (const RecordedValue &value : call.values)
      if (value.there && !value.only_read()) is_written[value.storage] = true;
    for (std::size_t v = 0; v < call.values.size(); ++v) {
      const RecordedValue &value = call.values[v];
      if (!value.there || value.elements() == 0 || value.scratch()) continue;
      Judged one{.call = k, .value = v, .storage = first + value.storage};
      one.written = value.out;
      if (!one.written && is_written[value.storage]) continue;  // an output shares its memory
      if (one.written) {
        one.untouched = untouched_in(value, data_of(value, own_.storages[one.storage], false),
                                     data_of(value, second.storages[one.storage], false),
                                     data_of(value, inputs_[one.storage], false));
        leave_out_moved(one, moved);
        if (has_numbers(value))
          set_limits(one, all);
        else
          leave_out_whole(one, all);
      }
      judged_.push_back(std::move(one));
    }
    first += call.storages.size();
  }
}

void RoutineTruth::leave_out_moved(Judged &one, const std::vector<Outputs> &moved) const {
  if (moved.empty()) return;
  const RecordedValue &value = value_of(one);
  const Components components(value);
  const auto data = [&](std::size_t run) {
    return data_of(value, moved[run].storages[one.storage], false);
  };
  std::vector<long double> largest(components.count(), 0);
  for (std::size_t i = 0; has_numbers(value) && i < value.elements(); ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part)
      if (const long double size = std::fabs(number_at(value, data(0), i, part, false));
          is_judged(one, i) && std::isfinite(size))
        largest[components.of(i)] = std::max(largest[components.of(i)], size);
  const auto branches = [&](std::size_t i, std::size_t run) {
    if (!has_numbers(value)) return !same_bits(value, data(0), data(run), i);
    for (std::size_t part = 0; part < parts_of(value); ++part)
      if (!(std::fabs(number_at(value, data(0), i, part, false) -
                      number_at(value, data(run), i, part, false)) <=
            half_of_digits(value) * largest[components.of(i)]))
        return true;
    return false;
  };
  for (std::size_t i = 0; i < value.elements(); ++i)
    if (is_judged(one, i) && !same_bits(value, data(1), data(2), i) &&
        (branches(i, 1) || branches(i, 2)))
      leave_out(one, i);
}

void RoutineTruth::leave_out(Judged &one, std::size_t element) const {
  if (one.left_out.empty()) one.left_out.assign(value_of(one).elements(), false);
  if (!one.left_out[element]) ++one.many_left_out;
  one.left_out[element] = true;
}

void RoutineTruth::leave_out_whole(Judged &one, const std::vector<Outputs> &runs) const {
  const RecordedValue &value = value_of(one);
  const std::byte *own = data_of(value, own_.storages[one.storage], false);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const auto differs = [&](const Outputs &run) {
      return !same_bits(value, own, data_of(value, run.storages[one.storage], run.wide), i);
    };
    if (differs(exact_) || std::ranges::any_of(runs, differs)) leave_out(one, i);
  }
}

void RoutineTruth::set_limits(Judged &one, const std::vector<Outputs> &runs) const {
  const RecordedValue &value = value_of(one);
  const Components components(value);
  std::vector<std::vector<long double>> errors(components.count());
  std::vector<long double> of_element(value.elements(), 0);
  one.scale.assign(components.count(), 0);
  const std::byte *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double right = number_at(value, exact, i, part, exact_.wide);
      if (!std::isfinite(right)) continue;
      one.scale[component] = std::max(one.scale[component], std::fabs(right));
      for (const Outputs &run : runs) {
        const long double error = std::fabs(
            number_at(value, data_of(value, run.storages[one.storage], false), i, part, false) -
            right);
        if (std::isfinite(error)) of_element[i] = std::max(of_element[i], error);
      }
    }
    errors[component].push_back(of_element[i]);
  }
  std::vector<long double> most(components.count(), 0), spread(components.count(), 0);
  for (std::size_t k = 0; k < components.count(); ++k) {
    if (errors[k].empty()) continue;
    const auto middle = errors[k].begin() + static_cast<std::ptrdiff_t>(errors[k].size() / 2);
    std::ranges::nth_element(errors[k], middle);
    most[k] = std::max(multiple_of_median * *middle, half_of_digits(value) * one.scale[k]);
  }
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    if (of_element[i] > most[component])
      leave_out(one, i);
    else
      spread[component] = std::max(spread[component], of_element[i]);
  }
  one.spread = spread;
  const auto least = [&](std::size_t component) {
    const bool few = errors[component].size() < few_elements;
    return (few ? least_of_few : 1) * unit_roundoff(value) * one.scale[component];
  };
  const auto stated = case_.tolerances.find(value.name);
  one.stated = stated != case_.tolerances.end();
  for (std::size_t k = 0; k < components.count(); ++k)
    one.limit.push_back(one.stated ? static_cast<long double>(stated->second) * one.scale[k]
                                   : std::max(multiple_of_spread * spread[k], least(k)));
}

std::vector<std::pair<std::string, std::vector<long double>>> RoutineTruth::relative_limits()
    const {
  std::vector<std::pair<std::string, std::vector<long double>>> all;
  for (const Judged &one : judged_) {
    if (one.limit.empty()) continue;
    const std::string &name = value_of(one).name;
    auto at = std::ranges::find(all, name, [](const auto &each) { return each.first; });
    if (at == all.end()) at = all.insert(at, {name, std::vector<long double>(one.limit.size(), 0)});
    for (std::size_t k = 0; k < one.limit.size() && at->second.size() == one.limit.size(); ++k)
      if (one.scale[k] > 0) at->second[k] = std::max(at->second[k], one.limit[k] / one.scale[k]);
  }
  return all;
}

}  // namespace ladder
