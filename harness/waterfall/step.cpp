#include "harness/waterfall/step.h"

#include <fmt/format.h>

#include <map>

#include "harness/waterfall/without_transfers.h"

namespace ladder {
namespace {

// A run of a batch is several of the case: times are told for one.
double shots_of(const Json &record) {
  const bool plugin = record.at("stage").at("file").get<std::string>().ends_with(".so");
  const Json &used = record.at("launch").at("used");
  return used.contains("shots") && !plugin ? used.at("shots").at(0).get<double>() : 1;
}
double median_of(const Json &record) {
  return record.at("summary").at("median_ns").get<double>() / shots_of(record);
}
std::string name_of(const Json &record) { return record.at("stage").at("name"); }

// The fastest right record of a stage; null when there is none.
const Json *fastest(const std::vector<Json> &records, const std::string &stage) {
  const Json *best = nullptr;
  for (const Json &record : records)
    if (name_of(record) == stage && record.at("verdict").at("passed").get<bool>() &&
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
    of_round[a.at("round")[i]] = a.at("wall_ns")[i].get<double>() / shots_of(before);
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < b.at("round").size(); ++i)
    if (const auto at = of_round.find(b.at("round")[i]); at != of_round.end())
      pairs.emplace_back(at->second, b.at("wall_ns")[i].get<double>() / shots_of(after));
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

std::vector<Step> waterfall(const std::vector<Json> &records) {
  const Json *original = nullptr;
  for (const Json &record : records)
    if (record.at("stage").at("parent").is_null()) original = fastest(records, name_of(record));
  std::vector<Step> steps;
  for (const Json &record : records) {
    if (!record.at("verdict").at("passed").get<bool>()) continue;
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
      step.speedup_without_transfers = step.speedup *
                                       record.at("summary").at("median_ns").get<double>() /
                                       without_transfers_ns(record);
    }
    step.reason = likely_reason(*parent, record);
    steps.push_back(step);
  }
  return steps;
}

std::string waterfall_text(const std::vector<Step> &steps) {
  std::string text;
  for (const Step &step : steps) {
    text += fmt::format("{}{}{}: wall {} against {}", step.stage, step.launch.empty() ? "" : " ",
                        step.launch, percent_text(step.change), step.parent);
    if (step.speedup > 0)
      text += fmt::format("; {:.2f}x of the original, {:.2f}x without transfers", step.speedup,
                          step.speedup_without_transfers);
    text += fmt::format("; {}.\n", verdict_words(step));
    text += fmt::format("    expected: {}\n", step.expectation);
    if (!step.reason.empty()) text += fmt::format("    likely:   {}\n", step.reason);
  }
  return text;
}

std::string wrong_text(const std::vector<Json> &records) {
  std::string text;
  for (const Json &record : records) {
    const Json &verdict = record.at("verdict");
    if (verdict.at("passed").get<bool>()) continue;
    const std::string launch = launch_of(record), why = verdict.value("words", "");
    text += fmt::format("{}{}{}: wrong, so no time is told{}{}.\n", name_of(record),
                        launch.empty() ? "" : " ", launch, why.empty() ? "" : ": ", why);
  }
  return text;
}

}  // namespace ladder
