#include "harness/answers/tune/decide.h"

#include <algorithm>
#include <map>

#include "harness/base/statistics/median.h"

namespace ladder {
namespace {

Ratio against(const Trial &own, const Trial &other, double confidence) {
  std::map<int, double> of_round;
  for (std::size_t i = 0; i < own.wall_s.size(); ++i) of_round[own.rounds[i]] = own.wall_s[i];
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < other.wall_s.size(); ++i)
    if (const auto found = of_round.find(other.rounds[i]); found != of_round.end())
      pairs.emplace_back(found->second, other.wall_s[i]);
  return pairs.empty() ? Ratio{} : paired_ratio(pairs, confidence);
}

}  // namespace

std::vector<std::size_t> finalists(const std::vector<Trial> &trials, std::size_t most) {
  std::vector<std::size_t> others;
  for (std::size_t i = 1; i < trials.size(); ++i)
    if (!trials[i].wall_s.empty() && median(trials[i].wall_s) <= median(trials[0].wall_s))
      others.push_back(i);
  std::ranges::stable_sort(others, {}, [&](std::size_t i) { return median(trials[i].wall_s); });
  if (others.size() > most) others.resize(most);
  others.insert(others.begin(), 0);
  return others;
}

double confidence_of_each(std::size_t others) {
  return 1 - (1 - usual_confidence) / double(others);
}

Decision decide_launch(const std::vector<Trial> &trials, double least_effect) {
  Decision decision;
  const std::size_t others = trials.size() - 1;
  if (others == 0) {
    decision.words = "no other launch was as fast";
    return decision;
  }
  const double confidence = confidence_of_each(others);
  for (std::size_t i = 1; i < trials.size(); ++i) {
    const Ratio ratio = against(trials[0], trials[i], confidence);
    if (ratio.samples == 0 || (decision.nearest != 0 && ratio.value >= decision.against_own.value))
      continue;
    decision.nearest = i;
    decision.against_own = ratio;
  }
  if (decision.nearest == 0) {
    decision.words = "no other launch could be compared with the default";
    return decision;
  }
  if (decide(decision.against_own, least_effect) == Change::faster) {
    decision.best = decision.nearest;
    decision.words = "faster than the default";
  } else {
    decision.words = "not distinguishable from the default, which is kept";
  }
  return decision;
}

}  // namespace ladder
