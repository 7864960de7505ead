#include "harness/command/shown/sweep_table.h"

#include <fmt/format.h>

#include "harness/base/statistics/statistics.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {

SweepTable::SweepTable()
    : table_({{"case"},
              {"half-length", Table::Align::right},
              {"steps", Table::Align::right},
              {"stage"},
              {"launch"},
              {"wall (95 % interval)"},
              {"kernel a step", Table::Align::right},
              {"stopped by"},
              {"verdict"}}) {}

void SweepTable::add(const Case &c, const Measured &one) {
  const Point &point = one.point;
  std::string kernel;
  if (one.right() && one.trace.traced)
    kernel =
        seconds_text(1e-9 * double(one.trace.traced->scopes[Scope::kernel]) / std::max(1, c.steps));
  // A kernel of the host is the time inside the stage, and lasts longer with the run.
  if (!kernel.empty() && point.entry.stage->device == LADDER_ON_HOST &&
      disturbed(one.trace.traced->ratio))
    kernel += " (disturbed)";
  table_.row({c.name, c.json().contains("half_length") ? c.json().at("half_length").dump() : "",
              std::to_string(c.steps), point.entry.name(),
              describe(knobs_of(*point.entry.stage, point.launch)),
              one.right() ? wall_text(point) : "", kernel, one.right() ? point.stopped_by : "",
              verdict_text(one)});
}

std::string verdict_text(const Measured &one) {
  const Point &point = one.point;
  if (!one.skipped.empty()) return "skipped: " + one.skipped;
  if (point.error.status != LADDER_OK)
    return (point.verdict.words.empty() ? "FAILED: " : "WRONG: ") + point.error.words;
  if (point.samples.empty()) return "not measured: " + point.stopped_by;
  if (point.verdict.passed && one.faster_than_physics()) return "IMPLAUSIBLE: " + one.defect();
  if (!one.right()) return "WRONG: " + one.defect();
  if (one.trace.traced && one.trace.traced->outlier_share > steady_share)
    return fmt::format(
        "right, UNSTEADY: {:.0f} % of its kernels' time is in calls of more than ten times the "
        "median",
        100 * one.trace.traced->outlier_share);
  return point.helpers_counted ? "right" : "right; helper processes not counted";
}

std::string wall_text(const Point &point) {
  const std::vector<double> wall = point.wall_s();
  const auto interval = median_interval(wall);
  if (!interval)
    return fmt::format("{} ({} sample{})", seconds_text(median(wall)), wall.size(),
                       wall.size() == 1 ? "" : "s");
  return fmt::format("{} ({} to {})", seconds_text(median(wall)), seconds_text(interval->low),
                     seconds_text(interval->high));
}

}  // namespace ladder
