#include "harness/command/shown/sweep_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/statistics/statistics.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {

const std::vector<Table::Column> columns_of_sweep = {{"case"},
                                                     {"half-length", Table::Align::right},
                                                     {"steps", Table::Align::right},
                                                     {"stage"},
                                                     {"launch"},
                                                     {"wall (95 % interval)"},
                                                     {"kernel a step", Table::Align::right},
                                                     {"stopped by"},
                                                     {"verdict"}};

std::vector<std::string> row_of_sweep(const Case &c, const Measured &one) {
  const Point &point = one.point;
  std::string kernel;
  if (one.right() && one.trace.traced)
    kernel =
        seconds_text(1e-9 * double(one.trace.traced->scopes[Scope::kernel]) / std::max(1, c.steps));
  // A kernel of the host is the time inside the stage, and lasts longer with the run.
  if (!kernel.empty() && point.entry.stage->device == LADDER_ON_HOST &&
      disturbed(one.trace.traced->ratio))
    kernel += " (disturbed)";
  return {c.name,
          c.json().contains("half_length") ? c.json().at("half_length").dump() : "",
          std::to_string(c.steps),
          point.entry.name(),
          describe(knobs_of(*point.entry.stage, point.launch)),
          one.right() ? wall_text(point) : "",
          kernel,
          one.right() ? point.stopped_by : "",
          verdict_text(one)};
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

namespace {

double share_of_scope(const Traced &traced, Scope scope) {
  return traced.scopes.wall_ns > 0 ? double(traced.scopes[scope]) / double(traced.scopes.wall_ns)
                                   : 0;
}

}  // namespace

std::string in_depth(const Case &c, const Measured &row) {
  const Point &point = row.point;
  const ladder_stage &stage = *point.entry.stage;
  std::string out =
      fmt::format("\n{}: {}\nexpected: {}\n", stage.name, stage.change, stage.expectation);
  if (!row.right()) return out + verdict_text(row) + "\n";
  const double wall = median(point.wall_s());
  const double updates = double(c.cells()) * c.steps * shots_of(point.entry, point.used);
  const std::string asked = describe(knobs_of(stage, point.launch)),
                    used = describe(knobs_of(stage, point.used));
  out += fmt::format("launch: asked {}, used {}\n", asked.empty() ? "nothing" : asked,
                     used.empty() ? "no knobs" : used);
  out += fmt::format("flags: {}\n",
                     point.entry.flags.empty() ? "not known (a plug-in)" : point.entry.flags);
  out += fmt::format(
      "wall: {} from {} runs, stopped by {}; {:.3f} us a step; {:.3f} Gpoint/s (cells x steps "
      "x shots / wall)\n",
      wall_text(point), point.samples.size(), point.stopped_by, 1e6 * wall / std::max(1, c.steps),
      updates / wall * 1e-9);
  if (row.floor)
    out += fmt::format("floor: {}; the wall time is {:.3g} times the floor\n  {}\n",
                       seconds_text(row.floor->seconds),
                       row.floor->seconds > 0 ? wall / row.floor->seconds : 0, row.floor->words);
  out += fmt::format("verdict: right; error {:.3g} of the peak, limit {:.3g}\n",
                     point.verdict.error, point.verdict.limit);
  if (!point.windows.windows.empty()) out += words_of_windows(point.windows) + "\n";
  out += fmt::format("proven afterwards: {} runs, with traced ones, each from a start of its own\n",
                     point.proven);
  if (point.shorter)
    out += fmt::format("timed over {} of {} steps; all times are those of {}\n",
                       point.shorter->steps, c.steps, c.steps);
  out += fmt::format(
      "the last run as `time` reports it: real {:.3f} s, user {:.3f} s, sys {:.3f} s; create "
      "{}\n\n",
      point.real_s, point.samples.back().user_s, point.samples.back().system_s,
      seconds_text(1e-9 * double(point.setup_ns)));
  if (!row.trace.traced) return out + "not traced: " + row.trace.why_not + "\n";
  const Traced &traced = *row.trace.traced;
  using enum Table::Align;
  Table scopes({{"scope"}, {"time", right}, {"share", right}, {"a step", right}});
  for (std::size_t i = 0; i < scope_names.size(); ++i) {
    const double t = 1e-9 * double(traced.scopes.ns[i]);
    scopes.row({scope_names[i], seconds_text(t),
                fmt::format("{:.1f} %", 100 * share_of_scope(traced, static_cast<Scope>(i))),
                seconds_text(t / std::max(1, c.steps))});
  }
  const double traced_wall = 1e-9 * double(traced.scopes.wall_ns);
  scopes.row({"sum", seconds_text(traced_wall), "100.0 %",
              seconds_text(traced_wall / std::max(1, c.steps))});
  out += scopes.text();
  out +=
      fmt::format("of a traced run, which {}{}; overlapped: {}\n", disturbance_words(traced.ratio),
                  disturbed(traced.ratio) ? fmt::format(" (the least disturbed of {}): the shares "
                                                        "are not those of the timed runs",
                                                        traced.runs)
                                          : "",
                  seconds_text(1e-9 * double(traced.scopes.overlap_ns)));
  std::int64_t copies_ns = 0;
  for (const ProfileRow &p : traced.profile)
    if (p.bytes > 0) copies_ns += p.total_ns;
  if (copies_ns > 0 && !disturbed(traced.ratio))
    out += fmt::format(
        "of {} of copies {:.1f} % were hidden: the host did not wait, or a kernel ran\n",
        seconds_text(1e-9 * double(copies_ns)),
        100 * (1 - double(traced.scopes.exposed_copy_ns) / double(copies_ns)));
  if (const std::int64_t kernel_ns = traced.scopes[Scope::kernel]; kernel_ns > 0)
    out += fmt::format("while kernels ran: {:.3f} Gpoint/s\n", updates / double(kernel_ns));
  out += "\n";
  std::int64_t total = 0;
  for (const ProfileRow &p : traced.profile) total += p.total_ns;
  Table profile({{"Time(%)", right},
                 {"Time", right},
                 {"Calls", right},
                 {"Avg", right},
                 {"Min", right},
                 {"Max", right},
                 {"Name"},
                 {"block"},
                 {"grid"}});
  for (const ProfileRow &p : traced.profile) {
    const auto shape = [&](const std::array<int, 3> &s, bool one) {
      return p.block[0] == 0 ? std::string()
             : one           ? fmt::format("{}", fmt::join(s, "x"))
                             : "several";
    };
    profile.row({fmt::format("{:.2f}", total ? 100.0 * double(p.total_ns) / double(total) : 0.0),
                 seconds_text(1e-9 * double(p.total_ns)), fmt::format("{}", p.calls),
                 seconds_text(1e-9 * double(p.total_ns) / double(p.calls)),
                 seconds_text(1e-9 * double(p.least_ns)), seconds_text(1e-9 * double(p.most_ns)),
                 p.name, shape(p.block, p.one_block), shape(p.grid, p.one_grid)});
  }
  return out + profile.text();
}

}  // namespace ladder
