#include "harness/check/decision.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {

void decide(Finding &finding, double least_effect) {
  const double effect = 100 * least_effect;
  if (!finding.change.interval) {
    finding.outcome = Exit::inconclusive;
    finding.words =
        fmt::format("{} pairs are too few; give more time (--time-limit)", finding.change.samples);
    return;
  }
  const auto &itself = finding.noise.interval;
  const double noise = itself ? std::max(itself->high - 1, 1 - itself->low) : 0;
  const double limit = 1 + std::max(least_effect, noise);
  if (finding.change.interval->low > limit) {
    finding.outcome = Exit::slower;
    finding.words = fmt::format("beyond {:g} %, and beyond its noise", effect);
  } else if (decide_slower(finding.change, least_effect) == Change::no_change) {
    finding.outcome = Exit::ok;
    finding.words = fmt::format("a slow-down of {:g} % is excluded", effect);
  } else {
    finding.outcome = Exit::inconclusive;
    finding.words = fmt::format(
        "a slow-down of {:g} % is neither shown nor excluded; give more time "
        "(--time-limit), or ask about a larger one (--least-effect)",
        effect);
  }
}

Exit outcome_of_all(const std::vector<Finding> &findings) {
  for (Exit outcome : {Exit::wrong, Exit::device, Exit::not_comparable, Exit::slower,
                       Exit::inconclusive, Exit::ok})
    if (std::any_of(findings.begin(), findings.end(),
                    [&](const Finding &one) { return one.outcome == outcome; }))
      return outcome;
  return Exit::nothing_ran;
}

const char *outcome_name(Exit outcome) {
  switch (outcome) {
    case Exit::ok:
      return "not slower";
    case Exit::slower:
      return "SLOWER";
    case Exit::inconclusive:
      return "inconclusive";
    case Exit::not_comparable:
      return "not comparable";
    case Exit::wrong:
      return "WRONG";
    case Exit::device:
      return "DEVICE FAILED";
    default:
      return "did not run";
  }
}

}  // namespace ladder
