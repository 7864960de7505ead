#include "harness/problems/routine/routine_truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>

#include "harness/base/enough_room.h"

namespace ladder {
namespace {

const std::byte *data_of(const RecordedValue &value, const std::vector<std::byte> &storage,
                         bool wide) {
  return storage.data() + (wide ? value.wide_at : value.at);
}

bool has_numbers(const RecordedValue &value) {
  return value.kind == ValueKind::real || value.kind == ValueKind::complex;
}

// Bytes of an element that count: an x87 number has ten in sixteen.
bool same_bits(const RecordedValue &value, const std::byte *a, const std::byte *b,
               std::size_t index) {
  const std::size_t parts = has_numbers(value) ? parts_of(value) : 1;
  const std::size_t size = value.element / parts;
  const std::size_t counts = has_numbers(value) && size == 16 && !value.quad ? 10 : size;
  for (std::size_t part = 0; part < parts; ++part)
    if (std::memcmp(a + index * value.element + part * size,
                    b + index * value.element + part * size, counts) != 0)
      return false;
  return true;
}

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

std::string number_text(const RecordedValue &value, const std::byte *data, std::size_t index) {
  if (value.kind == ValueKind::real)
    return fmt::format("{:.9g}", number_at(value, data, index, 0, false));
  if (value.kind == ValueKind::complex)
    return fmt::format("({:.9g},{:.9g})", number_at(value, data, index, 0, false),
                       number_at(value, data, index, 1, false));
  std::int64_t whole = 0;
  std::memcpy(&whole, data + index * value.element, std::min<std::size_t>(8, value.element));
  if (value.kind == ValueKind::text) return fmt::format("'{}'", static_cast<char>(whole));
  const int unused = 64 - 8 * static_cast<int>(std::min<std::size_t>(8, value.element));
  return fmt::format(
      "{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(whole) << unused) >> unused);
}

}  // namespace

// The worst so far, and the first that is wrong.
struct RoutineTruth::Found {
  std::string words;
  long double share = -1;
  double error = 0, limit = 0;
  std::size_t call = 0;

  void wrong(std::size_t at_call, const std::string &why) {
    if (words.empty()) words = why, call = at_call;
  }
};

RoutineTruth::RoutineTruth(const RoutineCase &c, const Start &start)
    : case_(c), noisy_(start.seed != 0 && start.amplitude > 0) {
  std::vector<ReferenceRun> runs = {{.rounding = FE_TONEAREST}, {.rounding = FE_DOWNWARD},
                                    {.rounding = FE_UPWARD},    {.rounding = FE_TOWARDZERO},
                                    {.last_bits = 1},           {.last_bits = 2},
                                    {.last_bits = 3},           {.last_bits = 4},
                                    {.second_poison = true}};
  if (!c.oracle_library.empty()) runs.push_back({.oracle = true});
  double bytes = 0;
  for (const Array &one : c.arrays()) bytes += double(sizeof(float) * one.values);
  // The outputs of all runs, those of the oracle wider, what the child process holds, and limits.
  refuse_beyond_memory((double(runs.size()) + 8) * bytes,
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
  for (std::size_t k = 0; k < c.calls->size(); ++k) {
    const RecordedCall &call = (*c.calls)[k];
    for (std::size_t s = 0; s < call.storages.size(); ++s) {
      const auto *begin = reinterpret_cast<const std::byte *>(places[first + s]);
      inputs_.emplace_back(begin, begin + call.storages[s].bytes);
    }
    std::vector<bool> is_written(call.storages.size(), false);
    for (const RecordedValue &value : call.values)
      if (value.there && value.out) is_written[value.storage] = true;
    for (std::size_t v = 0; v < call.values.size(); ++v) {
      const RecordedValue &value = call.values[v];
      if (!value.there || value.elements() == 0) continue;
      Judged one{.call = k, .value = v, .storage = first + value.storage};
      one.written = value.out;
      if (!one.written && is_written[value.storage]) continue;  // an output shares its memory
      if (one.written) {
        one.untouched = untouched_in(value, data_of(value, own_.storages[one.storage], false),
                                     data_of(value, second.storages[one.storage], false),
                                     data_of(value, inputs_[one.storage], false));
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
  const long double half_of_digits = std::sqrt(unit_roundoff(value));
  std::vector<long double> most(components.count(), 0), spread(components.count(), 0);
  for (std::size_t k = 0; k < components.count(); ++k) {
    if (errors[k].empty()) continue;
    const auto middle = errors[k].begin() + static_cast<std::ptrdiff_t>(errors[k].size() / 2);
    std::ranges::nth_element(errors[k], middle);
    most[k] = std::max(multiple_of_median * *middle, half_of_digits * one.scale[k]);
  }
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    if (of_element[i] > most[component])
      leave_out(one, i);
    else
      spread[component] = std::max(spread[component], of_element[i]);
  }
  const auto stated = case_.tolerances.find(value.name);
  one.stated = stated != case_.tolerances.end();
  for (std::size_t k = 0; k < components.count(); ++k)
    one.limit.push_back(
        one.stated ? static_cast<long double>(stated->second) * one.scale[k]
                   : std::max(multiple_of_spread * spread[k], unit_roundoff(value) * one.scale[k]));
}

std::string RoutineTruth::where(const Judged &one, std::size_t index) const {
  return fmt::format("call {}{}: {}", (*case_.calls)[one.call].number, noisy_ ? " with noise" : "",
                     value_of(one).designator(index));
}

void RoutineTruth::look_at_bits(const Judged &one, const std::byte *data, Found &found) const {
  const RecordedValue &value = value_of(one);
  const std::byte *right = one.written ? data_of(value, own_.storages[one.storage], false)
                                       : data_of(value, inputs_[one.storage], false);
  std::size_t differ = 0, first = 0;
  for (std::size_t i = value.elements(); i-- > 0;) {
    const bool never = !one.untouched.empty() && one.untouched[i];
    if (one.written && !never && (has_numbers(value) || !is_judged(one, i))) continue;
    if (same_bits(value, data, right, i)) continue;
    first = i;
    if (!never) ++differ;
    if (never)
      return found.wrong(one.call, where(one, i) + " is written, and the original never writes it");
  }
  if (differ == 0) return;
  if (!one.written)
    return found.wrong(one.call, where(one, first) + " is an input, and the stage changed it");
  found.wrong(one.call, fmt::format("{} is {}, and {} in the original; {} of {} differ",
                                    where(one, first), number_text(value, data, first),
                                    number_text(value, right, first), differ, value.elements()));
}

void RoutineTruth::look_at_numbers(const Judged &one, const std::byte *data, Found &found) const {
  const RecordedValue &value = value_of(one);
  const Components components(value);
  const std::byte *own = data_of(value, own_.storages[one.storage], false);
  const std::byte *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  long double worst_share = -1, worst_error = 0;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double mine = number_at(value, data, i, part, false),
                        its = number_at(value, own, i, part, false);
      if (mine == its || (std::isnan(mine) && std::isnan(its))) {
        if (worst_share < 0) worst_share = 0, worst = i;
        continue;
      }
      const long double error = std::fabs(mine - number_at(value, exact, i, part, exact_.wide));
      const long double limit = one.limit[component];
      const long double share = !std::isfinite(error) ? HUGE_VALL
                                : error == 0          ? 0
                                : limit > 0           ? error / limit
                                                      : HUGE_VALL;
      if (share > worst_share) worst_share = share, worst_error = error, worst = i;
    }
  }
  const std::size_t component = components.of(worst);
  const long double scale = one.scale[component] > 0 ? one.scale[component] : 1;
  if (worst_share > found.share) {
    found.share = worst_share;
    found.error = static_cast<double>(worst_error / scale);
    found.limit = static_cast<double>(one.limit[component] / scale);
  }
  if (worst_share <= 1) return;
  std::size_t same = 0;
  for (std::size_t byte = 0; byte < value.element; ++byte)
    same += data[worst * value.element + byte] ==
            data_of(value, inputs_[one.storage], false)[worst * value.element + byte];
  if (!value.in && same == value.element)
    return found.wrong(one.call, where(one, worst) + " was never written");
  found.wrong(one.call,
              fmt::format("{} is {}, and {} in the original: {:.3g} times the {} of {:.3g}",
                          where(one, worst), number_text(value, data, worst),
                          number_text(value, own, worst), static_cast<double>(worst_share),
                          one.stated ? "stated tolerance" : "limit",
                          static_cast<double>(one.limit[component])));
}

void RoutineTruth::look_at_share_left_out(Found &found) const {
  std::vector<double> left_out(case_.calls->size(), 0), all(case_.calls->size(), 0);
  for (const Judged &one : judged_) {
    if (!one.written) continue;
    left_out[one.call] += double(one.many_left_out);
    all[one.call] += double(value_of(one).elements());
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    if (left_out[k] > most_left_out * all[k])
      found.wrong(k,
                  fmt::format("call {}: the original's own runs take different branches at {} of "
                              "{} elements, so nothing can be said of it: record other calls, or "
                              "state a tolerance in ladder.toml, [tolerance]",
                              (*case_.calls)[k].number, left_out[k], all[k]));
}

Verdict RoutineTruth::judge(const std::vector<const float *> &arrays) const {
  Found found;
  look_at_share_left_out(found);
  for (const Judged &one : judged_) {
    const RecordedValue &value = value_of(one);
    const auto *data = reinterpret_cast<const std::byte *>(arrays[one.storage]) + value.at;
    look_at_bits(one, data, found);
    if (one.written && has_numbers(value)) look_at_numbers(one, data, found);
  }
  Verdict verdict;
  verdict.passed = found.words.empty();
  verdict.error = found.error;
  verdict.limit = found.limit;
  verdict.words = found.words;
  if (!verdict.passed) verdict.first_step = static_cast<int>(found.call) + 1;
  return verdict;
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

bool finite_as(const RoutineCase &c, const Outputs &first, const Outputs &second) {
  std::size_t storage = 0;
  for (const RecordedCall &call : *c.calls) {
    for (const RecordedValue &value : call.values) {
      if (!value.there || !value.out || !has_numbers(value)) continue;
      const std::byte *a = data_of(value, first.storages[storage + value.storage], false),
                      *b = data_of(value, second.storages[storage + value.storage], false);
      for (std::size_t i = 0; i < value.elements(); ++i)
        for (std::size_t part = 0; part < parts_of(value); ++part)
          if (std::isfinite(number_at(value, a, i, part, false)) &&
              !std::isfinite(number_at(value, b, i, part, false)))
            return false;
    }
    storage += call.storages.size();
  }
  return true;
}

}  // namespace ladder
