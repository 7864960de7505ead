#include "harness/answers/compared.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/answers/records/result.h"

namespace ladder {

std::vector<std::pair<double, double>> pairs_of_rounds(const Json &before, const Json &after) {
  if (before.at("session") != after.at("session")) return {};
  std::map<int, double> of_round;
  const Json &a = before.at("samples"), &b = after.at("samples");
  for (std::size_t i = 0; i < a.at("round").size(); ++i)
    of_round[a.at("round")[i]] = a.at("wall_ns").at(i).get<double>() / shots(before);
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < b.at("round").size(); ++i)
    if (const auto at = of_round.find(b.at("round")[i]); at != of_round.end())
      pairs.emplace_back(at->second, b.at("wall_ns").at(i).get<double>() / shots(after));
  return pairs;
}

namespace {

StepVerdict verdict_of(const Ratio &change, std::size_t fewest) {
  if (fewest == 1) return StepVerdict::one_sample;
  switch (decide(change, least_step)) {
    case Change::faster:
      return StepVerdict::helped;
    case Change::slower:
      return StepVerdict::slower;
    case Change::no_change:
      return StepVerdict::no_difference;
    case Change::inconclusive:
      break;
  }
  return StepVerdict::inconclusive;
}

}  // namespace

const char *verdict_name(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::helped:
      return "helped";
    case StepVerdict::slower:
      return "slower";
    case StepVerdict::no_difference:
      return "no difference";
    case StepVerdict::inconclusive:
      return "inconclusive";
    case StepVerdict::one_sample:
      return "one sample";
  }
  return "";
}

Compared compare_with_parent(const Json &parent, const Json &record) {
  Compared made;
  made.change = paired_ratio(pairs_of_rounds(parent, record));
  made.of_medians = shot_ns(record) / shot_ns(parent);
  if (made.change.samples == 0) made.change.value = made.of_medians;
  made.verdict = verdict_of(made.change, std::min(parent.at("samples").at("wall_ns").size(),
                                                  record.at("samples").at("wall_ns").size()));
  return made;
}

std::string change_text(const Compared &compared, const std::string &parent) {
  return fmt::format("{} against {}{}", percent_text(compared.change), parent,
                     drift_text(compared.change, compared.of_medians));
}

}  // namespace ladder
