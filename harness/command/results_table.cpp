#include "harness/command/results_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/table.h"
#include "harness/command/sweep_table.h"
#include "harness/statistics/interval.h"
#include "harness/statistics/median.h"
#include "harness/trace/disturbance.h"

namespace ladder {
namespace {

using Shares = std::array<double, scope_names.size()>;

double time_without_transfers(double wall_s, const Scopes &scopes) {
  return ladder::without_transfers(wall_s,
                                   scopes[Scope::h2d] + scopes[Scope::d2h] + scopes[Scope::staging],
                                   scopes[Scope::kernel], scopes.wall_ns);
}

// The original's wall time [s]; 0 when it is not among the rows.
double original_wall(const std::vector<Measured> &rows) {
  for (const Measured &row : rows)
    if (!row.point.entry.stage->parent && row.right()) return median(row.point.wall_s());
  return 0;
}

// Half of the median's interval over the median: "0.8 %"; the number of samples where they are too few.
std::string spread_text(const Point &point) {
  const auto interval = median_interval(point.wall_s());
  if (!interval) return fmt::format("n={}", point.samples.size());
  return fmt::format("{:.1f} %", 50 * (interval->high - interval->low) / median(point.wall_s()));
}

Shares shares_of(const Traced &traced) {
  Shares shares{};
  for (std::size_t i = 0; i < shares.size() && traced.scopes.wall_ns > 0; ++i)
    shares[i] = double(traced.scopes.ns[i]) / double(traced.scopes.wall_ns);
  return shares;
}

std::optional<Change> change_of(const std::string &stage, const std::string &launch,
                                const std::vector<Step> &steps) {
  const Step *found = nullptr;
  for (const Step &step : steps)
    if (step.stage == stage && (!found || step.launch == launch)) found = &step;
  if (!found) return std::nullopt;
  return found->verdict;
}

// "host 50 %, copies 46 %": the two scopes that take most, both directions of copies and their staging as one.
std::string where_it_goes(const Shares &shares) {
  std::vector<std::pair<double, std::string>> parts;
  double copies = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Scope scope = static_cast<Scope>(i);
    if (scope == Scope::h2d || scope == Scope::d2h || scope == Scope::staging)
      copies += shares[i];
    else
      parts.emplace_back(shares[i], scope_names[i]);
  }
  parts.emplace_back(copies, "copies");
  std::ranges::stable_sort(parts, std::greater{}, &std::pair<double, std::string>::first);
  std::string words;
  for (std::size_t i = 0; i < 2 && parts[i].first >= 0.005; ++i)
    words += fmt::format("{}{} {:.0f} %", i ? ", " : "", parts[i].second, 100 * parts[i].first);
  return words;
}

std::string times_text(double factor) {
  if (factor <= 0) return "";
  return fmt::format("{:.{}f}x", factor, factor < 100 ? 2 : factor < 1000 ? 1 : 0);
}

// A line for each reason, with all stages that it keeps out.
std::string skipped_text(const std::vector<ResultRow> &rows, std::size_t width) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const ResultRow &row : rows) {
    if (row.skipped.empty()) continue;
    auto at = std::ranges::find(reasons, row.skipped, [](const auto &one) { return one.first; });
    if (at == reasons.end()) at = reasons.insert(at, {row.skipped, {}});
    if (std::ranges::count(at->second, row.stage) == 0) at->second.push_back(row.stage);
  }
  std::string text;
  for (const auto &[reason, stages] : reasons)
    text += wrapped(fmt::format(
                        "skipped, {}: {} ({})", reason,
                        stages.size() == 1 ? "one stage" : fmt::format("{} stages", stages.size()),
                        fmt::join(stages, ", ")),
                    width, "  ") +
            "\n";
  return text;
}

// Whose shares are not those of the timed runs.
std::string disturbed_text(const std::vector<ResultRow> &rows, std::size_t width) {
  std::vector<std::string> stages;
  for (const ResultRow &row : rows)
    if (row.right && row.shares && disturbed(row.traced_ratio))
      stages.push_back(fmt::format("{} {:.2f}", row.stage, row.traced_ratio));
  if (stages.empty()) return "";
  return wrapped(
             fmt::format("(*) disturbed: the traced run took so many times as long as the timed "
                         "ones, and nothing follows from its shares: {}",
                         fmt::join(stages, ", ")),
             width, "  ") +
         "\n";
}

// All, but `exchange` where no data went between devices.
std::vector<std::size_t> scopes_shown(const std::vector<ResultRow> &rows) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < scope_names.size(); ++i)
    if (static_cast<Scope>(i) != Scope::exchange ||
        std::ranges::any_of(
            rows, [&](const ResultRow &row) { return row.shares && (*row.shares)[i] > 0; }))
      shown.push_back(i);
  return shown;
}

}  // namespace

std::vector<ResultRow> result_rows(const Case &c, const std::vector<Measured> &measured,
                                   const std::vector<Step> &steps) {
  const double original = original_wall(measured);
  std::vector<ResultRow> rows;
  for (const Measured &one : measured) {
    const Point &point = one.point;
    const ladder_stage &stage = *point.entry.stage;
    ResultRow row;
    row.stage = point.entry.name();
    row.launch = describe(knobs_of(stage, point.launch));
    row.change = stage.change;
    row.verdict = verdict_text(one);
    row.skipped = one.skipped;
    row.right = one.right();
    if (row.right) {
      // A run of a batch is several of the case.
      const double shots = shots_of(point.entry, point.used);
      const auto &traced = one.trace.traced;
      row.wall_s = median(point.wall_s());
      row.spread = spread_text(point);
      row.speedup = shots * original / row.wall_s;
      if (traced) {
        row.shares = shares_of(*traced);
        row.traced_ratio = traced->ratio;
        if (transfers_known(traced->ratio, stage.device == LADDER_ON_HOST))
          row.without_transfers =
              shots * original / time_without_transfers(row.wall_s, traced->scopes);
      }
      row.wavefield = c.dt > 0 ? shots * c.steps * c.dt / row.wall_s : 0;
      row.error = point.verdict.error;
      row.step = change_of(row.stage, row.launch, steps);
      if (point.shorter)
        row.verdict += fmt::format(", timed over {} of {} steps", point.shorter->steps, c.steps);
    }
    rows.push_back(row);
  }
  return rows;
}

std::string results_table(const std::vector<ResultRow> &rows, const Screen &screen) {
  using enum Table::Align;
  std::vector<Table::Column> columns = {{"stage"},
                                        {"wall", right},
                                        {"+-", right, 1},
                                        {"vs fortran", right},
                                        {"without transfers", right, 4},
                                        {"most of the time", left, 2},
                                        {"verdict", left, 0, true},
                                        {"launch", left, 5},
                                        {"what changed", left, 3, true}};
  const std::size_t first_scope = columns.size();
  const std::vector<std::size_t> scopes = scopes_shown(rows);
  for (const std::size_t scope : scopes)
    columns.push_back({fmt::format("{} %", scope_names[scope]), right, 8});
  columns.insert(columns.end(), {{"wavefield s/s", right, 7}, {"error", right, 6}});
  Table table(columns);
  std::string told;
  for (const ResultRow &row : rows) {
    if (!row.skipped.empty()) continue;
    std::vector<std::string> cells(columns.size());
    // Where room is short, the first word stands for a verdict that is told in full below the table.
    const std::size_t words = row.verdict.find(':');
    const bool below = screen.width && words != std::string::npos;
    cells[0] = row.stage, cells[7] = row.launch, cells[8] = row.change;
    cells[6] = below ? row.verdict.substr(0, words) : row.verdict;
    if (below)
      told += wrapped(fmt::format("{}: {}", row.stage, row.verdict), screen.width, "  ") + "\n";
    std::map<std::size_t, Table::Paint> paints;
    if (!row.right) {  // no time without a verdict
      paints[6] = Table::Paint::wrong;
      table.row(cells, paints);
      continue;
    }
    cells[1] = seconds_text(row.wall_s), cells[2] = row.spread;
    cells[3] = times_text(row.speedup), cells[4] = times_text(row.without_transfers);
    if (row.shares) {
      const bool marked = disturbed(row.traced_ratio);
      cells[5] = marked ? "not known (*)" : where_it_goes(*row.shares);
      for (std::size_t i = 0; i < scopes.size(); ++i)
        cells[first_scope + i] =
            fmt::format("{:.1f}{}", 100 * (*row.shares)[scopes[i]], marked ? "*" : "");
    }
    // From 1 on the stage is as fast as what it computes.
    if (row.wavefield > 0) cells[columns.size() - 2] = fmt::format("{:.3g}", row.wavefield);
    cells.back() = fmt::format("{:.1e}", row.error);
    if (row.step == Change::faster) paints[1] = paints[3] = Table::Paint::good;
    if (row.step == Change::slower) paints[1] = paints[3] = Table::Paint::bad;
    table.row(cells, paints);
  }
  return table.text(screen) + told + disturbed_text(rows, screen.width) +
         skipped_text(rows, screen.width);
}

}  // namespace ladder
