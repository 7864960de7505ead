#include "harness/answers/check/decision.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {

void decide(Finding &finding, double least_effect) {
  const double effect = 100 * least_effect;
  const auto say = [&](Exit outcome, const std::string &words) {
    finding.outcome = outcome;
    finding.words = words;
  };
  if (!finding.change.interval)
    return say(Exit::inconclusive,
               fmt::format("{} too few; give more time (--time-limit)",
                           finding.change.samples == 1
                               ? "1 pair is"
                               : fmt::format("{} pairs are", finding.change.samples)));
  const auto &machine = finding.machine;
  if (machine && !machine->why_not.empty())
    return say(Exit::inconclusive,
               machine->why_not +
                   ", so it is unknown whether the machine was as fast as it is now; use "
                   "--against=OLD_PROGRAM, which runs both programs in turn");
  const auto &itself = finding.noise.interval;
  const double noise = itself ? std::max(itself->high - 1, 1 - itself->low) : 0;
  const double limit = 1 + std::max(least_effect, noise);
  const Interval moved = machine ? machine->within() : Interval{1, 1};
  // What of the change the machine cannot have done.
  const double low = finding.change.interval->low / moved.high,
               high = finding.change.interval->high / moved.low;
  const bool slower_machine = machine && machine->slower(),
             faster_machine = machine && machine->faster();
  if (low > limit && !slower_machine)
    return say(Exit::slower, fmt::format("more than {:g} %, and more than its noise", effect));
  if (high <= 1 + least_effect && !faster_machine)
    return say(Exit::ok, fmt::format("a slow-down of {:g} % is excluded", effect));
  if (slower_machine || faster_machine) return say(Exit::inconclusive, machine->words());
  if (finding.change.interval->low > limit || finding.change.interval->high <= 1 + least_effect)
    return say(Exit::inconclusive,
               fmt::format("the machine itself may have changed by {:+.1f} to {:+.1f} % since the "
                           "baseline was taken, and without that {:g} % is neither shown nor "
                           "excluded; use --against=OLD_PROGRAM, which runs both programs in turn",
                           100 * (moved.low - 1), 100 * (moved.high - 1), effect));
  say(Exit::inconclusive,
      fmt::format("a slow-down of {:g} % is neither shown nor excluded; give more time "
                  "(--time-limit), or ask about a larger one (--least-effect)",
                  effect));
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
