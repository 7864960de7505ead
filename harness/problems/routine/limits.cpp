// The limits of a stage of an adopted routine, from the original's own runs.
#include <algorithm>
#include <cfenv>
#include <cmath>

#include "harness/base/buffers.h"
#include "harness/base/parallel.h"
#include "harness/problems/routine/numbers.h"
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

// What a directed spread is worth in roundings to nearest. `unit` is a unit in the last place.
long double walked(long double directed, long double unit) {
  return std::min(directed, std::sqrt(unit * directed));
}

}  // namespace

RoutineTruth::RoutineTruth(const RoutineCase &c, const Start &start)
    : case_(c), noisy_(start.seed != 0 && start.amplitude > 0),
      noise_(start.seed != 0 ? start.amplitude : 0) {
  refuse_proof_beyond_memory(c);
  Reference &reference = reference_of(c);
  std::vector<ReferenceRun> first = {{.rounding = FE_TONEAREST}, {.second_poison = true}};
  if (!c.oracle_library.empty()) first.push_back({.oracle = true});
  std::vector<Outputs> outputs = reference.outputs(start, first);
  own_ = std::move(outputs[0]);
  exact_ = c.oracle_library.empty() ? own_ : std::move(outputs[2]);
  read_inputs(start);
  list_values(outputs[1]);
  outputs.clear();

  std::vector<ReferenceRun> runs;
  for (int seed = 1; seed <= 4; ++seed) runs.push_back({.last_bits = seed});
  for (std::size_t k = 0; k < c.builds.size(); ++k)
    runs.push_back({.build = static_cast<int>(k) + 1});
  std::vector<Differences> differences(judged_.size());
  const auto take = [&](bool directed) {
    return [&, directed](const Outputs &run) {
      const auto add_one = [&](std::size_t k, std::size_t, std::size_t) {
        add(judged_[k], run, directed, differences[k]);
      };
      each_chunk(judged_.size(), add_one, 1);
    };
  };
  take(false)(own_);
  reference.run(start, runs, take(false));
  reference.run(start,
                {{.rounding = FE_DOWNWARD}, {.rounding = FE_UPWARD}, {.rounding = FE_TOWARDZERO}},
                take(true));

  bool by_thresholds = leave_out_moved(start);
  set_limits(differences);
  if (by_thresholds && !decides()) {
    // Numbers that are compared are exact, as those of a mask, and rounding is not what chooses.
    by_thresholds = false;
    judge_all_elements();
    set_limits(differences);
  }
  const bool branches = !by_thresholds && std::ranges::any_of(judged_, &Judged::many_left_out);
  if (branches || std::ranges::any_of(judged_, &Judged::few_samples)) {
    if (branches) judge_all_elements();
    runs.clear();
    const int builds = static_cast<int>(c.builds.size());
    for (int seed = 0; seed < more_runs; ++seed)  // of step 0 there are more already
      runs.push_back({.last_bits = 5 + seed, .build = builds > 0 ? 1 + seed % builds : 0});
    reference_of(c).run(start, runs, take(false));
    set_limits(differences);
  }
  if (!c.apart.empty()) add_other_orders(start, differences);
}

void RoutineTruth::read_inputs(const Start &start) {
  std::vector<float *> places;
  for (const Array &one : case_.arrays()) {
    auto &bytes = inputs_.emplace_back(one.values * sizeof(float));
    auto *words = reinterpret_cast<std::uint32_t *>(bytes.data());
    std::fill_n(words, one.values, GuardedBuffer<float>::poison_bits);
    places.push_back(reinterpret_cast<float *>(words));
  }
  case_.start(start, places);
}

void RoutineTruth::list_values(const Outputs &second) {
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
      if (one.written)
        one.untouched = untouched_in(value, data_of(value, own_.storages[one.storage], false),
                                     data_of(value, second.storages[one.storage], false),
                                     data_of(value, inputs_[one.storage], false));
      judged_.push_back(std::move(one));
    }
    first += call.storages.size();
  }
}

void RoutineTruth::add(const Judged &one, const Outputs &run, bool directed,
                       Differences &to) const {
  if (!one.written) return;
  const RecordedValue &value = value_of(one);
  const std::byte *mine = data_of(value, run.storages[one.storage], false),
                  *own = data_of(value, own_.storages[one.storage], false),
                  *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  for (auto *each : {&to.nearest, &to.above, &to.below}) each->resize(value.elements(), 0);
  const auto note = [&](std::size_t i, auto right, auto number) {
    const auto error = number - right;
    double &most = (!directed ? to.nearest : error > 0 ? to.above : to.below)[i];
    if (std::isfinite(right) && std::isfinite(error))
      most = std::max(most, static_cast<double>(std::fabs(error)));
  };
  const bool in_doubles = exact_.wide && value.element == sizeof(float) * parts_of(value) &&
                          value.wide == 2 * value.element;
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    if (!has_numbers(value)) {
      if (!same_bits(value, own, mine, i) || !same_bits(value, own, exact, i)) to.nearest[i] = 1;
      continue;
    }
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const std::size_t at = i * parts_of(value) + part;
      if (in_doubles)
        note(i, read_as<double>(exact + at * sizeof(double)),
             double{read_as<float>(mine + at * sizeof(float))});
      else
        note(i, number_at(value, exact, i, part, exact_.wide),
             number_at(value, mine, i, part, false));
    }
  }
}

void RoutineTruth::set_limits(const std::vector<Differences> &differences) {
  for (std::size_t k = 0; k < judged_.size(); ++k)
    if (judged_[k].written) set_limits(judged_[k], differences[k]);
}

void RoutineTruth::set_limits(Judged &one, const Differences &of_element) const {
  const RecordedValue &value = value_of(one);
  if (!has_numbers(value)) {
    for (std::size_t i = 0; i < value.elements(); ++i)
      if (is_judged(one, i) && of_element.nearest[i] > 0) leave_out(one, i);
    return;
  }
  const Components components(value);
  std::vector<std::vector<double>> errors(components.count());
  one.scale.assign(components.count(), 0);
  const std::byte *exact = data_of(value, exact_.storages[one.storage], exact_.wide);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    for (std::size_t part = 0; part < parts_of(value); ++part) {
      const long double right = number_at(value, exact, i, part, exact_.wide);
      if (std::isfinite(right))
        one.scale[component] = std::max(one.scale[component], std::fabs(right));
    }
    errors[component].push_back(of_element.of_branches(i));
  }
  std::vector<long double> most(components.count(), 0), nearest(components.count(), 0),
      directed(components.count(), 0);
  for (std::size_t k = 0; k < components.count(); ++k) {
    if (errors[k].empty()) continue;
    const auto middle = errors[k].begin() + static_cast<std::ptrdiff_t>(errors[k].size() / 2);
    std::ranges::nth_element(errors[k], middle);
    most[k] = std::max(multiple_of_median * static_cast<long double>(*middle),
                       half_of_digits(value) * one.scale[k]);
  }
  for (std::size_t i = 0; i < value.elements(); ++i) {
    if (!is_judged(one, i)) continue;
    const std::size_t component = components.of(i);
    if (of_element.of_branches(i) > most[component]) {
      leave_out(one, i);
      continue;
    }
    nearest[component] =
        std::max(nearest[component], static_cast<long double>(of_element.nearest[i]));
    directed[component] =
        std::max(directed[component], static_cast<long double>(of_element.directed(i)));
  }
  // Neighbours on a grid that is small in this call share what they differ by: an element alone has
  // few samples.
  const Components shared(value, true);
  std::vector<std::size_t> part_of(components.count(), 0);
  std::vector<long double> nearest_of(shared.count(), 0), directed_of(shared.count(), 0);
  for (std::size_t i = 0; i < value.elements(); ++i) {
    const std::size_t component = components.of(i), part = shared.of(i);
    part_of[component] = part;
    nearest_of[part] = std::max(nearest_of[part], nearest[component]);
    directed_of[part] = std::max(directed_of[part], directed[component]);
  }
  for (std::size_t k = 0; k < components.count(); ++k) {
    nearest[k] = nearest_of[part_of[k]];
    directed[k] = directed_of[part_of[k]];
  }
  one.limit.clear();
  one.spread.clear();
  one.roundings.clear();
  one.few_samples = false;
  const auto stated = case_.tolerances.find(value.name);
  one.stated = stated != case_.tolerances.end();
  for (std::size_t k = 0; k < components.count(); ++k) {
    const long double unit = 2 * unit_roundoff(value) * one.scale[k];
    const bool few = errors[k].size() < few_elements;
    const bool few_samples = !one.stated && directed[k] > many_roundings * unit &&
                             reach_half(one, of_element, k, directed[k]);
    one.roundings.push_back(unit > 0 ? directed[k] / unit : 0);
    one.spread.push_back((few_samples ? where_few_samples : 1) *
                         std::max(nearest[k], walked(directed[k], unit)));
    one.limit.push_back(one.stated ? static_cast<long double>(stated->second) * one.scale[k]
                                   : std::max(multiple_of_spread * one.spread[k],
                                              (few ? least_of_few : 1) * unit / 2));
    one.few_samples = one.few_samples || few_samples;
  }
}

bool RoutineTruth::reach_half(const Judged &one, const Differences &of_element,
                              std::size_t component, long double directed) const {
  const Components components(value_of(one));
  std::size_t reach = 0;
  for (std::size_t i = 0; i < value_of(one).elements() && reach < few_elements; ++i)
    reach += is_judged(one, i) && components.of(i) == component &&
             of_element.directed(i) >= directed / 2;
  return reach < few_elements;
}

}  // namespace ladder
