// ladder compare: what the stages of a file of records did; what changed between two files.
#include <fmt/format.h>

#include "harness/answers/check/baseline.h"
#include "harness/answers/check/decision.h"
#include "harness/answers/compared.h"
#include "harness/answers/in_program.h"
#include "harness/answers/ladders.h"
#include "harness/answers/options/rooms.h"
#include "harness/answers/options/stage_choice.h"
#include "harness/answers/records/comparable.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/results_table.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

struct CompareOptions : CommandLine {
  Names files;
  std::string predictions;  // what `predict --json` wrote
  bool each_stage = false;  // the stages of each file
  bool steps = false;       // in words
  double least_effect = -1;
  bool json = false, wide = false;

  void declare(Declared &declared) {
    declared.add("Decision",
                 {{"--predictions", Text{&predictions, "FILE", Offer::files},
                   "a file that `ladder predict --json` wrote: its predictions are shown next to "
                   "the measured times"},
                  {"--stages", Flag{&each_stage},
                   "show the stages of each file, for two files too, in place of what changed "
                   "between them"},
                  {"--steps", Flag{&steps},
                   "add a paragraph for each step: change, expectation and likely reason"},
                  least_effect_option(least_effect)});
    declared.add("Output", {json_option(json), wide_option(wide), files_of_records(files)});
  }
  void settle() const {
    if (json) refuse({"--wide"}, "--json prints JSON instead of tables");
    if (!predictions.empty())
      refuse({"--stages", "--steps", "--wide"}, "--predictions shows cells, not stages");
    if (json) refuse({"--steps"}, "--json has the words of each step");
    if (files.size() == 2 && !each_stage)
      refuse({"--steps", "--wide"}, "two files show what changed; add --stages");
    else
      refuse({"--least-effect"}, "it is for two files, and what changed between them");
  }
};

constexpr double usual_effect_on_steps = 0.02;

std::string heading_of(const Json &first) {
  const Json &c = first.at("case");
  const std::string half_length =
      c.contains("half_length") ? fmt::format(", half-length {}", c.at("half_length").get<int>())
                                : "";
  return fmt::format("{}{}, {} {}, measured {}", c.at("name").get<std::string>(), half_length,
                     c.at("steps").get<int>(), c.contains("calls") ? "calls" : "steps",
                     first.at("time").get<std::string>());
}

// Of each session and case the table and the closing answer, as a live run ends.
void show_stages(const CompareOptions &options) {
  const PredictionsByCell predictions(kept_predictions(results_folder()));
  const Ladders ladders = read_ladders(options.files, predictions);
  if (options.json) {
    fmt::print("{}", answers_json_lines(ladders, environment_json(read_environment())));
    return;
  }
  const Screen shown = screen(options.wide);
  for (const Together &group : ladders.together) {
    fmt::print("{}\n\n{}\n", heading_of(group.records.front()),
               results_table(result_rows(group.records, group.stages), shown));
    if (options.steps)
      fmt::print("{}{}\n", steps_text(group.stages), break_even_text(group.break_even));
    fmt::print("{}\n", ending_text(group.records, group.stages, shown.width));
  }
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
  finding.change = unpaired_ratio(sample_seconds(before), sample_seconds(after));
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

Exit run_compare(const CompareOptions &options) {
  if (!options.predictions.empty()) {
    if (options.files.size() != 1)
      throw UsageError("`ladder compare --predictions=FILE RECORDS` takes one file of records");
    tell_predictions(options.predictions, options.files[0], options.json);
    return Exit::ok;
  }
  if (options.files.empty())
    throw UsageError(
        "`ladder compare FILE` shows the stages of a file of records, `ladder compare OLD NEW` "
        "what changed between two");
  const double effect = options.least_effect >= 0 ? options.least_effect : usual_effect_on_steps;
  if (options.files.size() == 2 && !options.each_stage)
    return tell_changes(options.files[0], options.files[1], effect, options.json);
  show_stages(options);
  return Exit::ok;
}

}  // namespace

const Command compare_command = {
    "compare",
    "Read results",
    "show what each stage did, from records; or what changed between two files",
    {"compare records.jsonl", "compare old.jsonl new.jsonl",
     "compare --stages --json old.jsonl new.jsonl"},
    true,
    bind_options<CompareOptions, run_compare>};

}  // namespace ladder
