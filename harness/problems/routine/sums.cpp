// Sums in any order: RIGHT.md.
#include <algorithm>

#include "harness/problems/routine/elements.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {

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

}  // namespace ladder
