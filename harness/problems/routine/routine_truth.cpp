#include "harness/problems/routine/routine_truth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

namespace ladder {
// The worst so far, and the first that is wrong.
struct RoutineTruth::Found {
  std::string words;
  long double share = -1;
  double error = 0, limit = 0;
  std::size_t call = 0;
  bool decided = true;                            // false: the original's own runs differ too much
  Json worst = nullptr, values = Json::object();  // of a value the largest share of its limit
  Json first = nullptr;  // the first element that is wrong, of the first call that has one

  void wrong(std::size_t at_call, const std::string &why, const Json &element = nullptr) {
    if (words.empty()) words = why, call = at_call;
    if (first.is_null()) first = element;
  }
};

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
      return found.wrong(one.call, where(one, i) + " is written, and the original never writes it",
                         equal_json(one, i, data, right));
  }
  if (differ == 0) return;
  if (!one.written)
    return found.wrong(one.call, where(one, first) + " is an input, and the stage changed it",
                       equal_json(one, first, data, right));
  found.wrong(one.call,
              fmt::format("{} is {}, and {} in the original; {} of {} differ", where(one, first),
                          number_text(value, data, first), number_text(value, right, first), differ,
                          value.elements()),
              equal_json(one, first, data, right));
}

void RoutineTruth::look_at_numbers(const Judged &one, const std::byte *data, Found &found) const {
  const RecordedValue &value = value_of(one);
  const Components components(value);
  const std::byte *own = data_of(value, own_.storages[one.storage], false);
  const std::byte *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  long double worst_share = -1, worst_error = 0;
  std::size_t worst = 0;
  Json first = nullptr;
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
      if (share > 1 && first.is_null()) first = worst_json(one, i, data, share, error);
      if (share > worst_share) worst_share = share, worst_error = error, worst = i;
    }
  }
  const std::size_t component = components.of(worst);
  const long double scale = one.scale[component] > 0 ? one.scale[component] : 1;
  if (worst_share >= 0) {
    const double shown = json_number(worst_share);
    found.values[value.name] = std::max(shown, found.values.value(value.name, shown));
  }
  if (worst_share > found.share) {
    found.share = worst_share;
    found.error = static_cast<double>(worst_error / scale);
    found.limit = static_cast<double>(one.limit[component] / scale);
    found.worst = worst_json(one, worst, data, worst_share, worst_error);
  }
  if (worst_share <= 1) return;
  std::size_t same = 0;
  for (std::size_t byte = 0; byte < value.element; ++byte)
    same += data[worst * value.element + byte] ==
            data_of(value, inputs_[one.storage], false)[worst * value.element + byte];
  if (!value.in && same == value.element && !first.is_null()) first["unwritten"] = true;
  if (!value.in && same == value.element)
    return found.wrong(one.call, where(one, worst) + " was never written", first);
  found.wrong(one.call,
              fmt::format("{} is {}, and {} in the original: {:.3g} times the {} of {:.3g}",
                          where(one, worst), number_text(value, data, worst),
                          number_text(value, own, worst), static_cast<double>(worst_share),
                          one.stated ? "stated tolerance" : "limit",
                          static_cast<double>(one.limit[component])),
              first);
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
      found.decided = false,
      found.wrong(k,
                  fmt::format("call {}: the original's own runs take different branches at {} of "
                              "{} elements, so nothing can be said of it: record other calls, or "
                              "state a tolerance in ladder.toml, [tolerance]",
                              (*case_.calls)[k].number, left_out[k], all[k]));
}

bool RoutineTruth::decides() const {
  Found found;
  look_at_share_left_out(found);
  return found.words.empty();
}

std::vector<std::string> RoutineTruth::not_detected() const {
  // Of a sum that grows evenly, for each unit by which directed rounding moves it: a term rounds by
  // half a unit, and partial sums are half as large.
  constexpr long double terms_a_unit = 4;
  // Of a value the largest share of itself that it may be off, over the calls.
  std::map<std::string, long double> cancel, of_terms;
  for (const Judged &one : judged_) {
    if (one.stated || case_.apart.empty()) continue;
    const std::string &name = value_of(one).name;
    const bool few = one.few_samples && value_of(one).elements() < few_elements;
    for (std::size_t k = 0; k < one.limit.size(); ++k) {
      if (!(one.scale[k] > 0)) continue;
      const long double share = one.limit[k] / one.scale[k];
      if (one.cancels[k])
        cancel[name] = std::max(cancel[name], share);
      else if (few && share * terms_a_unit * one.roundings[k] > 1)
        of_terms[name] = std::max(of_terms[name], share);
    }
  }
  const auto listed = [](const std::map<std::string, long double> &shares) {
    std::vector<std::string> each;
    for (const auto &[name, share] : shares)
      each.push_back(fmt::format("{} (by {:.1g} of it)", name, static_cast<double>(share)));
    return fmt::format("{}", fmt::join(each, ", "));
  };
  std::vector<std::string> all = case_.not_detected;
  if (!cancel.empty())
    all.push_back(fmt::format(
        "terms of {} cancel, so that it may differ where they are added in another order: a "
        "smaller error is not detected",
        listed(cancel)));
  if (!of_terms.empty())
    all.push_back(
        fmt::format("{} may differ by its many roundings: a smaller error, as by one "
                    "term of a sum, is not detected",
                    listed(of_terms)));
  return all;
}

Verdict RoutineTruth::judge(const std::vector<const float *> &arrays) const {
  Found found, no_limits;
  look_at_share_left_out(no_limits);
  for (const Judged &one : judged_) {
    const RecordedValue &value = value_of(one);
    const auto *data = reinterpret_cast<const std::byte *>(arrays[one.storage]) + value.at;
    look_at_bits(one, data, found);
    if (one.written && has_numbers(value)) look_at_numbers(one, data, found);
  }
  Verdict verdict;
  verdict.passed = found.words.empty() && no_limits.words.empty();
  verdict.error = found.error;
  verdict.limit = found.limit;
  verdict.undecided = found.words.empty() && !no_limits.words.empty();
  if (verdict.undecided) std::swap(found, no_limits);
  verdict.words = found.words;
  if (!found.decided) verdict.cause = Cause::not_told_apart;
  std::size_t compared = 0, left_out = 0;
  for (const Judged &one : judged_) {
    if (!one.written) continue;
    compared += value_of(one).elements() - one.many_left_out;
    left_out += one.many_left_out;
  }
  verdict.details = {{"first", found.first},           {"worst", found.worst},
                     {"share_of_limit", found.values}, {"noise", noise_},
                     {"not_detected", not_detected()}, {"compared", compared},
                     {"left_out", left_out},           {"draws", case_.draws()}};
  if (!verdict.passed) verdict.first_step = static_cast<int>(found.call) + 1;
  return verdict;
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
