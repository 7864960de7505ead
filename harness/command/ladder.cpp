// ladder: proves, times and traces the stages, keeps the records, prints the table and the waterfall.
#include <fmt/format.h>

#include <algorithm>

#include "harness/command/choose.h"
#include "harness/command/commands.h"
#include "harness/command/exit_code.h"
#include "harness/command/progress.h"
#include "harness/command/results_table.h"
#include "harness/command/say_case.h"
#include "harness/command/table.h"
#include "harness/records/record_file.h"
#include "harness/run/availability.h"
#include "harness/verify/memory_of_proof.h"
#include "harness/waterfall/break_even.h"
#include "harness/waterfall/step.h"

namespace ladder {
namespace {

// The chosen launches, with the original in front: speed-ups are relative to it.
std::vector<Choice> with_original(std::vector<Choice> choices) {
  const bool there = std::any_of(choices.begin(), choices.end(), [](const Choice &c) {
    return !c.entry.stage->parent && !c.entry.plugin;
  });
  if (!there) {
    const StageEntry original = find_stage("fortran");
    choices.insert(choices.begin(), {original, make_launch(*original.stage, {})});
  }
  return choices;
}

void show_choices(const std::vector<Choice> &choices, const Environment &environment) {
  Table table({{"stage"}, {"launch"}, {"can run here"}});
  for (const Choice &choice : choices) {
    const std::string why = lacks(*choice.entry.stage, environment);
    table.row({choice.entry.name(), describe(knobs_of(*choice.entry.stage, choice.launch)),
               why.empty() ? "yes" : "no: " + why});
  }
  fmt::print("{}", table.text());
}

}  // namespace

Exit run_ladder(const Options &options) {
  const std::vector<Choice> asked = choose(options);
  const std::vector<Choice> choices = with_original(asked);
  const CaseOverrides overrides = one_case(options);
  const Environment environment = read_environment();
  const Case c = load_case(options.problem_case, overrides);
  say_case(c);
  refuse_proof_beyond_memory(c, 1);
  if (options.dry_run) {
    show_choices(choices, environment);
    return Exit::ok;
  }
  // An unwritable folder is found out before anything is measured.
  RecordFile records(options.output.empty() ? default_record_path(environment) : options.output);
  std::optional<Truth> truth;
  const Measurement measurement =
      measure(c, environment, choices, how_to_measure(options, overrides), truth, progress);
  const EnvironmentAfter after = read_environment_after();
  const std::string session = new_session();
  std::vector<Json> kept;
  for (const Measured &one : measurement.points) {
    if (one.point.samples.empty()) continue;
    const Json record = make_record(c, one, environment, after, session);
    records.append(record);
    kept.push_back(record);
    if (options.json) fmt::print("{}\n", record.dump());
  }
  progress_done();
  if (!options.json) {
    fmt::print("{}", results_table(c, measurement.points));
    if (asked.size() == 1)
      for (const Measured &one : measurement.points)
        if (one.point.entry.stage == asked[0].entry.stage) fmt::print("{}", in_depth(c, one));
    fmt::print("\n{}{}", waterfall_text(waterfall(kept)), break_even_text(kept));
  }
  say(fmt::format("records: {}", records.path()));
  const bool added = choices.size() > asked.size();
  return measurement.whole
             ? exit_code({measurement.points.begin() + added, measurement.points.end()})
             : Exit::interrupted;
}

}  // namespace ladder
