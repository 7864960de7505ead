#include "harness/command/shown/results_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/answers/in_program.h"
#include "harness/bench/trace/disturbance.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/problem.h"
#include "harness/usual_ladder.h"

namespace ladder {
namespace {

using Shares = std::array<double, scope_names.size()>;

// Half of the median's interval over the median: "0.8 %"; the number of samples where they are too
// few.
std::string spread_text(const StageAnswer &stage) {
  if (!stage.interval) return fmt::format("n={}", stage.samples);
  return fmt::format("{:.1f} %", 50 * (stage.interval->high - stage.interval->low) / stage.wall_s);
}

std::optional<Shares> shares_of(const Json &traced) {
  if (traced.is_null()) return std::nullopt;
  const double wall = traced.at("wall_ns").get<double>();
  Shares shares{};
  for (std::size_t i = 0; i < shares.size() && wall > 0; ++i)
    shares[i] = traced.at("scopes_ns").value(scope_names[i], 0.0) / wall;
  return shares;
}

// "host 50 %, copies 46 %": the two parts that take most.
std::string where_it_goes(const StageAnswer &stage) {
  std::string words;
  for (std::size_t i = 0; i < stage.parts.size() && i < 2 && stage.parts[i].share >= 0.005; ++i)
    words += fmt::format("{}{} {:.0f} %", i ? ", " : "", stage.parts[i].scope,
                         100 * stage.parts[i].share);
  return words;
}

// Seconds of wavefield that a run computes in a second; 0 where the case has no waves.
double wavefield_of(const Json &record, const StageAnswer &stage) {
  const Problem *problem = problem_named(record.value("problem", usual_ladder));
  if (!problem || !problem->computes_waves) return 0;
  const Json &c = record.at("case");
  return c.at("steps").get<double>() * c.value("dt_s", 0.0) / stage.wall_s;
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

std::vector<ResultRow> result_rows(const std::vector<Json> &records,
                                   const std::vector<StageAnswer> &stages) {
  std::vector<ResultRow> rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const StageAnswer &stage = stages[i];
    ResultRow row;
    row.host = stage.host, row.over_host = stage.over_host;
    row.stage = stage.stage, row.launch = stage.launch, row.change = stage.change;
    row.shown = name_with_residence(records[i]);
    row.verdict = stage.verdict_words, row.right = stage.right();
    if (row.right) {
      row.wall_s = stage.wall_s * stage.shots;  // of a run: of a batch with all its shots
      row.spread = spread_text(stage);
      row.speedup = stage.speedup, row.without_transfers = stage.speedup_without_transfers;
      row.shares = shares_of(records[i].at("traced")), row.most = where_it_goes(stage);
      row.traced_ratio = stage.traced_ratio;
      row.wavefield = wavefield_of(records[i], stage);
      row.error = records[i].at("verdict").at("error").get<double>();
    }
    if (stage.step) {
      const Compared &compared = stage.step->compared;
      row.step = compared.verdict;
      if (!drift_text(compared.change, compared.of_medians).empty())
        row.drift = change_text(compared, stage.step->parent_name);
    }
    rows.push_back(row);
  }
  return rows;
}

ResultRow row_without_record(const Measured &one) {
  ResultRow row;
  row.stage = one.point.entry.name();
  row.launch = describe(knobs_of(*one.point.entry.stage, one.point.launch));
  row.change = one.point.entry.stage->change;
  row.verdict = verdict_text(one), row.skipped = one.skipped;
  return row;
}

std::string results_table(const std::vector<ResultRow> &rows, const Screen &screen) {
  using enum Table::Align;
  const auto partner =
      std::ranges::find_if(rows, [](const ResultRow &row) { return !row.host.empty(); });
  const std::string over_host = partner == rows.end() ? "" : "vs " + partner->host;
  enum { stage, wall, spread, host, original, transfers, most, step, verdict, launch, change };
  std::vector<Table::Column> columns = {{"stage"},
                                        {"wall", right},
                                        {"+-", right, 2},
                                        {over_host, right},
                                        {"vs fortran", right, over_host.empty() ? 0 : 1},
                                        {"without transfers", right, 6},
                                        {"most of the time", left, 3},
                                        {"step", left, 4},
                                        {"verdict", left, 0, true},
                                        {"launch", left, 7},
                                        {"what changed", left, 5, true}};
  const std::size_t first_scope = columns.size();
  const std::vector<std::size_t> scopes = scopes_shown(rows);
  for (const std::size_t scope : scopes)
    columns.push_back({fmt::format("{} %", scope_names[scope]), right, 10});
  const bool waves =
      std::ranges::any_of(rows, [](const ResultRow &row) { return row.wavefield > 0; });
  if (waves) columns.push_back({"wavefield s/s", right, 9});
  columns.push_back({"error", right, 8});
  Table table(columns);
  std::string notes;
  for (const ResultRow &row : rows) {
    if (!row.skipped.empty()) continue;
    std::vector<std::string> cells(columns.size());
    // Where width is short, only the first word of a verdict is shown; the whole verdict is below
    // the table.
    const std::size_t words = row.verdict.find(':');
    const bool below = screen.width && words != std::string::npos;
    cells[stage] = row.shown.empty() ? row.stage : row.shown, cells[launch] = row.launch,
    cells[change] = row.change;
    cells[verdict] = below ? row.verdict.substr(0, words) : row.verdict;
    if (below)
      notes += wrapped(fmt::format("{}: {}", row.stage, row.verdict), screen.width, "  ") + "\n";
    std::map<std::size_t, Table::Paint> paints;
    if (!row.right) {  // no time without a verdict
      paints[verdict] = Table::Paint::wrong;
      table.row(cells, paints);
      continue;
    }
    cells[wall] = seconds_text(row.wall_s), cells[spread] = row.spread;
    cells[host] = times_text(row.over_host), cells[original] = times_text(row.speedup);
    cells[transfers] = times_text(row.without_transfers);
    const bool marked = row.shares && disturbed(row.traced_ratio);
    cells[most] = marked ? "not known (*)" : row.most;
    if (row.step) cells[step] = verdict_name(*row.step);
    if (!row.drift.empty())
      notes += wrapped(fmt::format("{}: wall {}", row.stage, row.drift), screen.width, "  ") + "\n";
    if (row.shares) {
      for (std::size_t i = 0; i < scopes.size(); ++i)
        cells[first_scope + i] =
            fmt::format("{:.1f}{}", 100 * (*row.shares)[scopes[i]], marked ? "*" : "");
    }
    // From 1 on the stage is as fast as what it computes.
    if (row.wavefield > 0) cells[columns.size() - 2] = fmt::format("{:.3g}", row.wavefield);
    cells.back() = fmt::format("{:.1e}", row.error);
    if (row.step == StepVerdict::helped)
      paints[wall] = paints[host] = paints[original] = Table::Paint::good;
    if (row.step == StepVerdict::slower)
      paints[wall] = paints[host] = paints[original] = Table::Paint::bad;
    table.row(cells, paints);
  }
  return table.text(screen) + notes + disturbed_text(rows, screen.width) +
         skipped_text(rows, screen.width);
}

}  // namespace ladder
