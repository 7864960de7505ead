#include "harness/answers/stage_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "harness/answers/records/read_records.h"
#include "harness/base/table.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {
namespace {

constexpr std::size_t nothing = std::size_t(-1);

std::string name_of(const Json &record) { return record.at("stage").at("name"); }

// The fastest right record of a stage.
std::size_t fastest(const std::vector<Json> &records, const std::string &stage) {
  std::size_t best = nothing;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (name_of(records[i]) == stage && right(records[i]) &&
        (best == nothing || shot_ns(records[i]) < shot_ns(records[best])))
      best = i;
  return best;
}

std::size_t original_of(const std::vector<Json> &records) {
  for (const Json &record : records)
    if (record.at("stage").at("parent").is_null()) return fastest(records, name_of(record));
  return nothing;
}

std::string launch_of(const Json &record) {
  std::vector<std::string> knobs;
  for (const auto &[knob, values] : record.at("launch").at("asked").items())
    knobs.push_back(fmt::format("{}={}", knob, fmt::join(values.get<std::vector<int>>(), "x")));
  return fmt::format("{}", fmt::join(knobs, " "));
}

// "right", or why there is no time, as the table has it.
std::string verdict_words(const Json &record) {
  const std::string why = failure(record);
  const Json &floor = record.at("floor"), &traced = record.at("traced");
  if (!why.empty()) {
    const bool too_fast = floor.is_object() && !floor.value("plausible", true);
    return fmt::format("{}: {}", too_fast ? "IMPLAUSIBLE" : "WRONG", why);
  }
  std::string words = "right";
  const double outliers = traced.is_null() ? 0 : traced.value("outlier_share", 0.0);
  if (outliers > steady_share)
    words += fmt::format(
        ", UNSTEADY: {:.0f} % of its kernels' time is in calls of more than ten times the median",
        100 * outliers);
  const int steps = record.at("case").at("steps"), timed = record.value("timed_steps", steps);
  if (timed < steps) words += fmt::format(", timed over {} of {} steps", timed, steps);
  if (!record.at("verdict").value("helpers_counted", true))
    words += "; helper processes not counted";
  return words;
}

// Where the traced runs changed the other way than the samples, their scopes explain nothing.
std::string contradiction(const Json &parent, const Json &record, double change) {
  const Json &before = parent.at("traced"), &now = record.at("traced");
  if (before.is_null() || now.is_null()) return "";
  const double traced = now.at("wall_ns").get<double>() / before.at("wall_ns").get<double>();
  constexpr double clear = 1.1;
  const bool opposite = std::max(change, traced) > clear && std::min(change, traced) < 1 / clear;
  if (!opposite) return "";
  return fmt::format(
      "not known: its samples took {:.2f} times as long as the parent's, its traced run {:.2f} "
      "times; measure again on a quiet machine",
      change, traced);
}

// With what the model adds where the stage was predicted.
std::string reason_of(const Json &parent, const Json &record, double change,
                      const PredictionsByCell &predictions) {
  const std::string contradicted = contradiction(parent, record, change);
  const std::string seen = contradicted.empty() ? likely_reason(parent, record) : contradicted;
  const Json *before = predictions.of(parent), *now = predictions.of(record);
  if (!now) return seen;
  return fmt::format(
      "{}; {}", seen,
      before ? reason_by_model(*before, *now, parent, record) : reason_by_model(*now));
}

// Against its parent, or the original where the parent was not measured.
std::optional<Step> step_of(const std::vector<Json> &records, std::size_t original, std::size_t i,
                            const PredictionsByCell &predictions) {
  const Json &record = records[i], &parent = record.at("stage").at("parent");
  if (parent.is_null() || !right(record)) return std::nullopt;
  const std::size_t measured = fastest(records, parent);
  const std::size_t from = measured == nothing ? original : measured;
  if (from == nothing) return std::nullopt;
  const Compared compared = compare_with_parent(records[from], record);
  return Step{from, name_of(records[from]), compared,
              reason_of(records[from], record, compared.change.value, predictions)};
}

void add_times(StageAnswer &one, const Json &record) {
  const double shot = 1e-9 / one.shots;
  const Json &summary = record.at("summary"), &floor = record.at("floor");
  one.wall_s = shot * summary.at("median_ns").get<double>();
  if (summary.at("low_ns").is_number() && summary.at("high_ns").is_number())
    one.interval = {shot * summary.at("low_ns").get<double>(),
                    shot * summary.at("high_ns").get<double>()};
  const auto walls = record.at("samples").at("wall_ns").get<std::vector<double>>();
  if (!walls.empty()) {
    one.least_s = shot * *std::ranges::min_element(walls);
    one.most_s = shot * *std::ranges::max_element(walls);
  }
  one.traced_ratio = traced_ratio(record), one.disturbance = disturbance(record);
  if (!record.at("traced").is_null() && transfers_known(one.traced_ratio, one.device == "host"))
    one.without_transfers_s = shot * without_transfers_ns(record);
  if (!floor.is_null()) one.floor_s = shot * floor.at("ns").get<double>();
  one.parts = parts_of(record);
}

std::string words_of(const StageAnswer &one, const Json &record) {
  if (!one.right()) return fmt::format("wrong, so no time is given: {}.", one.failure);
  if (one.is_original) return fmt::format("the original, {}.", seconds_text(one.wall_s));
  if (!one.step)
    return fmt::format("{}; no step: {} was not measured together with it.",
                       seconds_text(one.wall_s),
                       record.at("stage").at("parent").get<std::string>());
  std::string text = "wall " + change_text(one.step->compared, one.step->parent_name);
  if (one.over_host > 0 && one.device == "cuda")
    text += fmt::format("; {:.3g}x of {}", one.over_host, one.host);
  if (one.speedup > 0) text += fmt::format("; {:.2f}x of the original", one.speedup);
  if (one.speedup_without_transfers > 0)
    text += fmt::format(", {:.2f}x without transfers", one.speedup_without_transfers);
  return fmt::format("{}; {}.", text, verdict_name(one.step->compared.verdict));
}

struct Named {
  const char *scope, *words;
  std::vector<const char *> scopes;
};

const std::vector<Named> &names() {
  static const std::vector<Named> all = {
      {"kernel", "kernels", {"kernel"}},
      {"copies", "copies", {"h2d", "d2h", "staging"}},
      {"exchange", "exchange between devices or ranks", {"exchange"}},
      {"launch", "launches", {"launch"}},
      {"stage", "the stage's own code on the host", {"stage"}},
      {"host", "the driver's own loops", {"host"}},
      {"idle", "idle time", {"idle"}}};
  return all;
}

}  // namespace

std::vector<StageAnswer> stage_answers(const std::vector<Json> &records,
                                       const PredictionsByCell &predictions) {
  const std::size_t original = original_of(records);
  std::vector<StageAnswer> all;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json &record = records[i], &stage = record.at("stage");
    StageAnswer one;
    one.stage = name_of(record), one.launch = launch_of(record);
    one.change = stage.at("change"), one.expectation = stage.at("expectation");
    one.device = stage.at("device"), one.owns_time_loop = stage.value("owns_time_loop", false);
    one.is_original = stage.at("parent").is_null();
    one.verdict_words = verdict_words(record), one.failure = failure(record);
    one.shots = shots(record), one.samples = record.at("samples").at("wall_ns").size();
    if (one.right()) add_times(one, record);
    if (one.right() && original != nothing) {
      const double shot_s = 1e-9 * shot_ns(records[original]);
      one.speedup = shot_s / one.wall_s;
      if (one.without_transfers_s > 0)
        one.speedup_without_transfers = shot_s / one.without_transfers_s;
    }
    one.step = step_of(records, original, i, predictions);
    all.push_back(std::move(one));
  }
  if (const auto host = best_of_host(all))
    for (StageAnswer &one : all)
      if (one.right()) one.host = all[*host].stage, one.over_host = all[*host].wall_s / one.wall_s;
  for (std::size_t i = 0; i < records.size(); ++i) all[i].words = words_of(all[i], records[i]);
  return all;
}

std::optional<std::size_t> best_of_host(const std::vector<StageAnswer> &stages) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].right() && stages[i].device == "host" &&
        (!best || stages[i].wall_s < stages[*best].wall_s))
      best = i;
  return best && stages[*best].is_original ? std::nullopt : best;
}

std::string steps_text(const std::vector<StageAnswer> &all) {
  std::string text;
  for (const StageAnswer &one : all) {
    if (!one.step && one.right()) continue;
    text += fmt::format("{}{}{}: {}\n", one.stage, one.launch.empty() ? "" : " ", one.launch,
                        one.words);
    if (!one.step) continue;
    text += fmt::format("    expected: {}\n", one.expectation);
    if (!one.step->reason.empty()) text += fmt::format("    likely:   {}\n", one.step->reason);
  }
  return text;
}

std::vector<Part> parts_of(const Json &record) {
  const Json &traced = record.at("traced");
  if (traced.is_null()) return {};
  const double wall = traced.at("wall_ns").get<double>();
  std::vector<Part> parts;
  for (const Named &one : names()) {
    double ns = 0;
    for (const char *scope : one.scopes) ns += traced.at("scopes_ns").value(scope, 0.0);
    parts.push_back({one.scope, one.words, 1e-9 * ns, wall > 0 ? ns / wall : 0});
  }
  std::ranges::stable_sort(parts, std::greater{}, &Part::share);
  return parts;
}

double seconds_of(const std::vector<Part> &parts, const std::string &scope) {
  const auto at = std::ranges::find(parts, scope, &Part::scope);
  return at == parts.end() ? 0 : at->seconds;
}

}  // namespace ladder
