#include "harness/answers/check/decision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ladder {
namespace {

struct CanaryPart {
  const char *name, *words;
  bool on_device, of_single_cores;
};
constexpr CanaryPart parts_of_canary[] = {
    {"host.arithmetic_one_ns", "fixed arithmetic on single cores", false, true},
    {"host.arithmetic_all_ns", "fixed arithmetic on all cores", false, false},
    {"host.memory_ns", "fixed memory traffic", false, false},
    {"device.arithmetic_ns", "fixed arithmetic on the GPU", true, false},
    {"device.memory_ns", "fixed memory traffic on the GPU", true, false}};

bool is_slower(const Ratio &part) {
  return part.interval && part.interval->low > 1 + canary_tolerance;
}
bool is_faster(const Ratio &part) {
  return part.interval && part.interval->high < 1 / (1 + canary_tolerance);
}

// The worst first.
constexpr std::pair<Exit, const char *> outcomes[] = {{Exit::wrong, "WRONG"},
                                                      {Exit::device, "DEVICE FAILED"},
                                                      {Exit::not_comparable, "not comparable"},
                                                      {Exit::slower, "SLOWER"},
                                                      {Exit::inconclusive, "inconclusive"},
                                                      {Exit::ok, "not slower"}};

}  // namespace

MachineChange machine_change(const CanaryTimes &before, const CanaryTimes &now, bool on_device) {
  MachineChange change;
  for (const auto &[name, words, of_device, of_single_cores] : parts_of_canary) {
    if (of_device && !on_device) continue;
    for (const CanaryTimes *times : {&before, &now})
      if (!times->contains(name)) {
        change.why_not = fmt::format("canary.{} is missing {}", name,
                                     times == &before ? "in the baseline" : "now");
        return change;
      }
    const Ratio ratio = of_single_cores ? ratio_of_single_values(before.at(name), now.at(name))
                                        : unpaired_ratio(before.at(name), now.at(name));
    if (!ratio.interval)
      change.why_not = fmt::format("{} readings of the canary are too few", ratio.samples);
    change.parts[name] = ratio;
  }
  return change;
}

bool MachineChange::slower() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto &part) { return is_slower(part.second); });
}

bool MachineChange::faster() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto &part) { return is_faster(part.second); });
}

Interval MachineChange::within() const {
  Interval hull{1, 1};
  for (const auto &[name, ratio] : parts) {
    if (!ratio.interval) continue;
    // A load may cost a stage more than it costs the canary: what has moved counts twice.
    const double times = is_slower(ratio) || is_faster(ratio) ? 2 : 1;
    hull.low = std::min(hull.low, std::pow(ratio.interval->low, times));
    hull.high = std::max(hull.high, std::pow(ratio.interval->high, times));
  }
  return hull;
}

std::string MachineChange::words() const {
  std::string moved;
  for (const CanaryPart &part : parts_of_canary) {
    const auto at = parts.find(part.name);
    if (at == parts.end() || !(is_slower(at->second) || is_faster(at->second))) continue;
    moved +=
        fmt::format("{}{} {}", moved.empty() ? "" : ", ", part.words, percent_text(at->second));
  }
  const Interval hull = within();
  return fmt::format(
      "the machine itself may have changed a stage's time by {:+.1f} to {:+.1f} % since the "
      "baseline was taken{}",
      100 * (hull.low - 1), 100 * (hull.high - 1),
      moved.empty() ? "" : fmt::format(" ({})", moved));
}

namespace {

constexpr const char *runs_both = "; use --against, which runs both in turn";

void say(Finding &finding, Exit outcome, const std::string &words) {
  finding.outcome = outcome;
  finding.words = words;
}

void decide_by_time(Finding &finding, double least_effect) {
  const double effect = 100 * least_effect;
  const auto &change = finding.change.interval;
  if (!change)
    return say(finding, Exit::inconclusive,
               fmt::format("{} too few; give more time (--budget)",
                           finding.change.samples == 1
                               ? "1 pair is"
                               : fmt::format("{} pairs are", finding.change.samples)));
  const auto &machine = finding.machine;
  if (machine && !machine->why_not.empty())
    return say(finding, Exit::inconclusive,
               machine->why_not +
                   ", so it is unknown whether the machine was as fast as it is now" + runs_both);
  const auto &itself = finding.noise.interval;
  if (!machine && itself &&
      (itself->low > 1 + least_effect || itself->high < 1 / (1 + least_effect)))
    return say(finding, Exit::inconclusive,
               fmt::format("it contradicts itself: the same program differs from itself by {}",
                           percent_text(finding.noise)));
  const double noise = itself ? std::max(itself->high - 1, 1 - itself->low) : 0;
  const double limit = 1 + std::max(least_effect, noise);
  const Interval moved = machine ? machine->within() : Interval{1, 1};
  // What of the change the machine cannot have done.
  const double low = change->low / moved.high, high = change->high / moved.low;
  if (low > limit)
    return say(finding, Exit::slower,
               fmt::format("more than {:g} %, and more than its noise", effect));
  if (high <= 1 + least_effect)
    return say(finding, Exit::ok, fmt::format("a slow-down of {:g} % is excluded", effect));
  if (change->low > limit || change->high <= 1 + least_effect)
    return say(finding, Exit::inconclusive, machine->words() + runs_both);
  say(finding, Exit::inconclusive,
      fmt::format("a slow-down of {:g} % is neither shown nor excluded; give more time (--budget), "
                  "or ask about a larger one (--least-effect)",
                  effect));
}

}  // namespace

void decide(Finding &finding, double least_effect) {
  decide_by_time(finding, least_effect);
  finding.rests_on = finding.outcome == Exit::inconclusive ? "" : finding.metric;
  if (!finding.instructions || finding.outcome != Exit::inconclusive) return;
  const double more = 100 * (*finding.instructions - 1);
  const auto &time = finding.change.interval;
  if (*finding.instructions > 1 + least_effect)
    say(finding, Exit::slower,
        fmt::format("{:+.1f} % instructions; its times decide nothing: {}", more, finding.words));
  else if (time && time->low <= 1)
    say(finding, Exit::ok,
        fmt::format("{:+.1f} % instructions; its times alone exclude a slow-down of {:.1f} %", more,
                    100 * (time->high - 1)));
  else
    return;
  finding.rests_on = "instructions";
}

bool is_settled(const Finding &so_far, double least_effect) {
  Finding by_time = so_far;
  decide_by_time(by_time, least_effect);
  if (by_time.outcome != Exit::inconclusive) return true;
  const auto &change = so_far.change, &itself = so_far.noise;
  if (!so_far.instructions || so_far.machine || std::size_t(change.samples) < fewest_samples)
    return false;
  const auto holds = [](const Ratio &one, double value) {
    return one.interval && one.interval->low <= value && value <= one.interval->high;
  };
  if (!holds(change, *so_far.instructions) || !holds(itself, 1)) return false;
  return *so_far.instructions > 1 + least_effect ||
         (change.interval->low <= 1 && change.value <= 1 + least_effect &&
          change.interval->high <= 1 + times_excluded * least_effect);
}

Exit outcome_of_all(const std::vector<Finding> &findings) {
  for (const auto &[outcome, name] : outcomes)
    if (std::ranges::count(findings, outcome, &Finding::outcome) > 0) return outcome;
  return Exit::nothing_ran;
}

const char *outcome_name(Exit outcome) {
  for (const auto &[one, name] : outcomes)
    if (one == outcome) return name;
  return "did not run";
}

}  // namespace ladder
