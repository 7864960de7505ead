#include "harness/waterfall/step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/records/ratio_json.h"
#include "harness/records/result.h"
#include "harness/records/traced_ratio.h"
#include "harness/trace/disturbance.h"

namespace ladder {
namespace {

double median_of(const Json &record) {
  return record.at("summary").at("median_ns").get<double>() / shots(record);
}
std::string name_of(const Json &record) { return record.at("stage").at("name"); }

// The fastest right record of a stage; null when there is none.
const Json *fastest(const std::vector<Json> &records, const std::string &stage) {
  const Json *best = nullptr;
  for (const Json &record : records)
    if (name_of(record) == stage && right(record) &&
        (!best || median_of(record) < median_of(*best)))
      best = &record;
  return best;
}

// Its parent; the original where the parent was not measured.
const Json *measured_parent(const std::vector<Json> &records, const Json &record) {
  const Json &parent = record.at("stage").at("parent");
  if (parent.is_null()) return nullptr;
  if (const Json *measured = fastest(records, parent)) return measured;
  for (const Json &one : records)
    if (one.at("stage").at("parent").is_null()) return fastest(records, name_of(one));
  return nullptr;
}

std::vector<std::pair<double, double>> pairs_of_rounds(const Json &before, const Json &after) {
  std::map<int, double> of_round;
  const Json &a = before.at("samples"), &b = after.at("samples");
  for (std::size_t i = 0; i < a.at("round").size(); ++i)
    of_round[a.at("round")[i]] = a.at("wall_ns")[i].get<double>() / shots(before);
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < b.at("round").size(); ++i)
    if (const auto at = of_round.find(b.at("round")[i]); at != of_round.end())
      pairs.emplace_back(at->second, b.at("wall_ns")[i].get<double>() / shots(after));
  return pairs;
}

std::string launch_of(const Json &record) {
  std::string text;
  for (const auto &[knob, values] : record.at("launch").at("asked").items()) {
    text += (text.empty() ? "" : " ") + knob + "=";
    for (std::size_t i = 0; i < values.size(); ++i)
      text += (i ? "x" : "") + std::to_string(values[i].get<int>());
  }
  return text;
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

const char *verdict_words(const Step &step) {
  switch (step.verdict) {
    case Change::faster:
      return "helped";
    case Change::slower:
      return "did not help: slower";
    case Change::no_change:
      return "did not help";
    case Change::inconclusive:
      return "inconclusive";
  }
  return "";
}

}  // namespace

std::vector<Step> waterfall(const std::vector<Json> &records,
                            const PredictionsByCell &predictions) {
  const Json *original = nullptr;
  for (const Json &record : records)
    if (record.at("stage").at("parent").is_null()) original = fastest(records, name_of(record));
  std::vector<Step> steps;
  for (const Json &record : records) {
    if (!right(record)) continue;
    const Json *parent = measured_parent(records, record);
    if (!parent) continue;
    Step step{name_of(record),
              launch_of(record),
              name_of(*parent),
              record.at("stage").at("expectation"),
              paired_ratio(pairs_of_rounds(*parent, record)),
              0,
              0,
              Change::inconclusive,
              ""};
    if (step.change.samples == 0) step.change.value = median_of(record) / median_of(*parent);
    step.verdict = decide(step.change, waterfall_effect);
    if (original) {
      step.speedup = median_of(*original) / median_of(record);
      if (transfers_known(traced_ratio(record), record.at("stage").at("device") == "host"))
        step.speedup_without_transfers = step.speedup *
                                         record.at("summary").at("median_ns").get<double>() /
                                         without_transfers_ns(record);
    }
    step.reason = reason_of(*parent, record, step.change.value, predictions);
    steps.push_back(step);
  }
  return steps;
}

std::string change_text(const Step &step) {
  std::string text = fmt::format("wall {} against {}", percent_text(step.change), step.parent);
  if (step.speedup > 0) text += fmt::format("; {:.2f}x of the original", step.speedup);
  if (step.speedup_without_transfers > 0)
    text += fmt::format(", {:.2f}x without transfers", step.speedup_without_transfers);
  return fmt::format("{}; {}.", text, verdict_words(step));
}

std::string waterfall_text(const std::vector<Step> &steps) {
  std::string text;
  for (const Step &step : steps) {
    text += fmt::format("{}{}{}: {}\n", step.stage, step.launch.empty() ? "" : " ", step.launch,
                        change_text(step));
    text += fmt::format("    expected: {}\n", step.expectation);
    if (!step.reason.empty()) text += fmt::format("    likely:   {}\n", step.reason);
  }
  return text;
}

Json waterfall_json(const std::vector<Step> &steps) {
  Json all = Json::array();
  for (const Step &step : steps)
    all.push_back({{"stage", step.stage},
                   {"launch", step.launch},
                   {"parent", step.parent},
                   {"change", ratio_json(step.change)},
                   {"speedup", step.speedup},
                   {"speedup_without_transfers", step.speedup_without_transfers > 0
                                                     ? Json(step.speedup_without_transfers)
                                                     : Json(nullptr)},
                   {"verdict", verdict_words(step)},
                   {"expectation", step.expectation},
                   {"reason", step.reason},
                   {"words", change_text(step)}});
  return all;
}

std::vector<Told> wrong(const std::vector<Json> &records) {
  std::vector<Told> all;
  for (const Json &record : records)
    if (!right(record))
      all.push_back({name_of(record), launch_of(record),
                     fmt::format("wrong, so no time is given: {}.", failure(record))});
  return all;
}

std::string told_text(const std::vector<Told> &all) {
  std::string text;
  for (const Told &one : all)
    text += fmt::format("{}{}{}: {}\n", one.stage, one.launch.empty() ? "" : " ", one.launch,
                        one.words);
  return text;
}

Json told_json(const std::vector<Told> &all) {
  Json json = Json::array();
  for (const Told &one : all)
    json.push_back({{"stage", one.stage}, {"launch", one.launch}, {"words", one.words}});
  return json;
}

}  // namespace ladder
