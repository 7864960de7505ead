#include "harness/answers/check/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace ladder
