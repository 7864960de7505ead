// How far a sum in any order is off: RIGHT.md, "Sums in any order".
#include <algorithm>
#include <cmath>

#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {

void RoutineTruth::find_other_orders(const Start &start) {
  constexpr int draws = 4;
  constexpr long double no_sum = -1;
  constexpr long double with_exact = 8;  // operations for each that rounds: many differences do not
  constexpr double grown = 1e-6, most_degree = 4.5;  // of a sum of products of few inputs
  std::vector<ReferenceRun> runs = {{.oracle = true, .grown_by = grown}};
  for (int seed = 0; seed < draws; ++seed)
    runs.push_back({.last_bits = 100 + seed, .oracle = true});
  std::vector<std::vector<long double>> squares(judged_.size());  // of what each element moves by
  bool first = true;
  const auto take = [&](const Outputs &run) {
    for (std::size_t k = 0; k < judged_.size(); ++k) {
      const Judged &one = judged_[k];
      if (!one.few_samples) continue;
      const RecordedValue &value = value_of(one);
      squares[k].resize(value.elements() * parts_of(value), 0);
      const auto number = [&](const Outputs &of, std::size_t at) {
        return number_at(value, data_of(value, of.storages[one.storage], of.wide),
                         at / parts_of(value), at % parts_of(value), of.wide);
      };
      for (std::size_t at = 0; at < squares[k].size(); ++at) {
        const long double exact = number(exact_, at), moved = number(run, at) - exact;
        long double &square = squares[k][at];
        if (first && !(std::fabs(moved) <= most_degree * grown * std::fabs(exact))) square = no_sum;
        if (!first && square != no_sum && std::isfinite(moved)) square += moved * moved / draws;
      }
    }
    first = false;
  };
  reference_of(case_).run(start, runs, take);
  for (std::size_t k = 0; k < judged_.size(); ++k) {
    Judged &one = judged_[k];
    if (!one.few_samples) continue;
    long double terms = 0;  // there are no more than numbers that the call is given
    for (const RecordedValue &value : (*case_.calls)[one.call].values)
      if (value.there && value.in && has_numbers(value))
        terms += static_cast<long double>(value.elements() * parts_of(value));
    const RecordedValue &value = value_of(one);
    const Components components(value);
    one.in_any_order.assign(components.count(), 0);
    for (std::size_t at = 0; at < squares[k].size(); ++at) {
      const std::size_t i = at / parts_of(value), component = components.of(i);
      if (is_judged(one, i) && squares[k][at] != no_sum)
        one.in_any_order[component] = std::max(
            one.in_any_order[component], std::min(with_exact * one.roundings[component], terms) *
                                             std::sqrt(squares[k][at] / 48));
    }
  }
}

}  // namespace ladder
