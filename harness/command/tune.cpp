// ladder tune: the best launch of each stage on this machine for a case, kept for --launch=tuned.
#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/options/case_choice.h"
#include "harness/answers/options/choose.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/answers/tune/tuning.h"
#include "harness/base/clock.h"
#include "harness/base/progress.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/verify/batch.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/text_output.h"
#include "harness/command/tune_stage.h"

namespace ladder {

void TuneOptions::declare(Declared &declared) {
  declare_stages(declared);
  declared.add("Stages", {proof_option(), isolate_option(), hang_limit_option()});
  declared.add("Case", {case_option(), replay_option(), ladder_option()});
  declared.add("Case", options_of_case(CaseOption::all));
  declared.add("Measuring", timing_options());
  declared.add("Decision", {least_effect_option(least_effect)});
  declared.add("Output", {output_option(output), json_option(json), dry_run_option(dry_run)});
}

void TuneOptions::settle() {
  refuse_idle_case_options();
  settle_budget(*this);
  refuse_idle_ladder();
  refuse_idle_hang_limit(*this, *this);
  locate_or_make();
  settle_stages();
}

namespace {

std::vector<StageToTune> stages_to_tune(const TuneOptions &options,
                                        const Environment &environment) {
  std::vector<StageToTune> stages;
  for (const Choice &choice :
       choose(options, [](const std::string &why) { say("left out: " + why); })) {
    const ladder_stage &stage = *choice.entry.stage;
    if (stage.knobs == 0) continue;
    const bool is_new = stages.empty() || stages.back().entry.stage != &stage;
    if (is_new && options.knobs.empty())
      stages.push_back({choice.entry, candidates(stage, environment.affinity)});
    else if (is_new)
      stages.push_back({choice.entry, {{}}});
    if (!options.knobs.empty()) stages.back().launches.push_back(knobs_of(stage, choice.launch));
  }
  return stages;
}

// How the launches would be measured.
Json how_json(const TuneOptions &options) {
  const Repetition &repetition = options.repetition;
  return {{"repetitions", repetition.samples},
          {"precision", repetition.precision},
          {"budget_s", repetition.budget_s},
          {"time_limit_s", repetition.time_limit_s},
          {"least_effect", least_effect_of(options)},
          {"proof", options.proof},
          {"isolate", options.isolate},
          {"hang_limit_s", options.hang_limit}};
}

Exit show_candidates(const TuneOptions &options, const Case &c,
                     const std::vector<StageToTune> &stages, const Environment &environment) {
  for (const StageToTune &stage : stages)
    for (const AskedKnobs &launch : stage.launches) {
      const std::string why = lacks_time(stage.entry, environment);
      print_point(options.json,
                  {{"case", c.name},
                   {"case_hash", c.hash},
                   {"stage", stage.entry.name()},
                   {"launch", launch},
                   {"lacks", why},
                   {"how", how_json(options)}},
                  fmt::format("{} {}", stage.entry.name(), launch_text(launch)), why);
    }
  return Exit::ok;
}

Exit run_tune(const TuneOptions &options) {
  const Environment environment = read_environment();
  std::vector<StageToTune> stages = stages_to_tune(options, environment);
  if (stages.empty())
    throw Error(Exit::nothing_ran, "nothing to tune: none of these stages has a knob");
  const auto loaded = load_case(options.located, one_case(options));
  say_case(*loaded);
  proven_by_samples(*loaded, how_to_measure(options, options, one_case(options)), most_candidates,
                    1);
  if (options.dry_run) return show_candidates(options, *loaded, stages, environment);
  // An unwritable file is found out before anything is measured.
  RecordFile file(options.output.empty() ? new_tuned_file(machine_folder(environment)).string()
                                         : options.output,
                  tuned_launches);
  Tuning tuning(options, *loaded, environment);
  const double started = steady_s();
  std::size_t left = stages.size();
  for (const StageToTune &stage : stages) {
    const double budget_s = options.repetition.budget_s, spent_s = steady_s() - started;
    const double share_s = budget_s > 0 ? std::max(1e-3, budget_s - spent_s) / double(left) : 0;
    --left;
    if (const std::string why = lacks_time(stage.entry, environment); !why.empty()) {
      say(fmt::format("{}: skipped: {}", stage.entry.name(), why));
      continue;
    }
    const Json line = tuning.tune(stage, share_s);
    progress_done();
    if (!tuning.whole()) break;
    if (line.is_null()) continue;
    file.append(line);
    if (options.json) fmt::print("{}\n", line.dump());
  }
  const bool nothing = file.appended() == 0;
  if (!options.json && (tuning.whole() || !nothing)) fmt::print("{}", tuning.text());
  if (options.output.empty() && !nothing) note_command(file.path());
  const std::string begin = tuning.whole() ? "" : "interrupted; ";
  say(nothing ? begin + "no tuned launch was written"
              : fmt::format("{}tuned launches: {}; --launch=tuned uses them", begin, file.path()));
  return tuning.whole() ? tuning.exit() : Exit::interrupted;
}

}  // namespace

const Command tune_command = {
    "tune",
    "Measure",
    "find the best launch of each stage for a case, and keep it for --launch=tuned",
    {"tune --case=small", "tune --case=thesis --stage=smem --threads=64:1024:*2 --budget=120"},
    false,
    bind_options<TuneOptions, run_tune>};

}  // namespace ladder
