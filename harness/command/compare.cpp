// ladder compare: what each step did, from one file of records; what changed between two.
#include <fmt/format.h>

#include <algorithm>

#include "harness/check/baseline.h"
#include "harness/check/report.h"
#include "harness/command/commands.h"
#include "harness/command/compare_predictions.h"
#include "harness/records/comparable.h"
#include "harness/records/ladder_order.h"
#include "harness/records/predictions.h"
#include "harness/records/read_records.h"
#include "harness/records/record_file.h"
#include "harness/waterfall/break_even.h"
#include "harness/waterfall/step.h"

namespace ladder {
namespace {

constexpr double usual_effect_on_steps = 0.02;

// Records that were measured together: one session, case and cache.
std::vector<std::vector<Json>> measured_together(const std::vector<Json> &records) {
  std::vector<std::vector<Json>> groups;
  for (const Json &record : records) {
    const auto same = [&](const std::vector<Json> &group) {
      const Json &first = group.front();
      return first.at("session") == record.at("session") &&
             first.at("cache") == record.at("cache") &&
             first.at("case").at("hash") == record.at("case").at("hash");
    };
    const auto at = std::find_if(groups.begin(), groups.end(), same);
    if (at == groups.end())
      groups.push_back({record});
    else
      at->push_back(record);
  }
  return groups;
}

void tell_steps(const std::string &path, bool json) {
  bool told = false;
  const PredictionsByCell predictions(kept_predictions(results_folder()));
  for (const auto &group : measured_together(in_ladder_order(read_records(path)))) {
    const auto steps = waterfall(group, predictions);
    const auto wrong_ones = wrong(group), pays = break_even(group);
    if (steps.empty() && wrong_ones.empty()) continue;
    told = true;
    const Json &c = group.front().at("case");
    if (json) {
      fmt::print("{}\n", Json({{"case", c},
                               {"session", group.front().at("session")},
                               {"steps", waterfall_json(steps)},
                               {"wrong", told_json(wrong_ones)},
                               {"break_even", told_json(pays)}})
                             .dump());
      continue;
    }
    const std::string half_length =
        c.contains("half_length") ? fmt::format(", half-length {}", c.at("half_length").get<int>())
                                  : "";
    fmt::print("{}{}, {} steps, measured {}\n\n{}{}{}\n", c.at("name").get<std::string>(),
               half_length, c.at("steps").get<int>(), group.front().at("time").get<std::string>(),
               waterfall_text(steps), told_text(wrong_ones), told_text(pays));
  }
  if (!told)
    throw Error(
        Exit::nothing_ran,
        fmt::format(
            "'{}' holds no step to show: in no session was a stage measured together with its "
            "parent or the original; `ladder --stage=NAME` measures both",
            path));
}

std::vector<double> seconds_of(const Json &record) {
  std::vector<double> seconds;
  for (double ns : record.at("samples").at("wall_ns")) seconds.push_back(1e-9 * ns);
  return seconds;
}

Finding compare(const Json &before, const Json &after, double least_effect) {
  Finding finding;
  finding.point = point_name(after);
  finding.metric = "wall";
  const std::string why = machine_difference(before.at("environment"), after.at("environment"));
  if (!why.empty()) {
    finding.outcome = Exit::not_comparable;
    finding.words = why;
    return finding;
  }
  finding.before = 1e-9 * before.at("summary").at("median_ns").get<double>();
  finding.after = 1e-9 * after.at("summary").at("median_ns").get<double>();
  finding.change = unpaired_ratio(seconds_of(before), seconds_of(after));
  if (canary_lacking(before).empty() && canary_lacking(after).empty())
    finding.machine = machine_change(canary_times(before), canary_times(after),
                                     after.at("stage").at("device") != "host");
  decide(finding, least_effect);
  return finding;
}

Exit tell_changes(const std::string &old_path, const std::string &new_path, double least_effect,
                  bool json) {
  const auto before = read_baseline(old_path), after = read_baseline(new_path);
  std::vector<Finding> findings;
  for (const Json &now : after)
    for (const Json &then : before)
      if (point_name(then) == point_name(now)) findings.push_back(compare(then, now, least_effect));
  if (findings.empty())
    throw Error(Exit::not_comparable, fmt::format("nothing to compare: stage, case or launch of "
                                                  "every record differs between '{}' and '{}'",
                                                  old_path, new_path));
  fmt::print("{}", json ? findings_json(findings).dump(2) + "\n" : findings_table(findings));
  return outcome_of_all(findings);
}

}  // namespace

Exit run_compare(const Options &options) {
  if (!options.predictions.empty()) {
    if (options.files.size() != 1)
      throw UsageError("`ladder compare --predictions=FILE RECORDS` takes one file of records");
    tell_predictions(options.predictions, options.files[0], options.json);
    return Exit::ok;
  }
  const double effect = options.least_effect >= 0 ? options.least_effect : usual_effect_on_steps;
  if (options.files.size() == 2)
    return tell_changes(options.files[0], options.files[1], effect, options.json);
  if (options.files.size() != 1)
    throw UsageError(
        "`ladder compare FILE` shows the steps of one file of records, `ladder compare OLD NEW` "
        "what changed between two");
  tell_steps(options.files[0], options.json);
  return Exit::ok;
}

}  // namespace ladder
