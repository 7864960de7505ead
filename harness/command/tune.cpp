// ladder tune: the best launch of each stage on this machine for a case, kept for --launch=tuned.
#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/options/choose.h"
#include "harness/answers/options/measuring.h"
#include "harness/answers/options/say_case.h"
#include "harness/answers/options/tuned.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/noted_command.h"
#include "harness/answers/records/ratio_json.h"
#include "harness/answers/records/record.h"
#include "harness/answers/records/record_file.h"
#include "harness/answers/tune/candidates.h"
#include "harness/answers/tune/decide.h"
#include "harness/answers/tune/tuned_file.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/median.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/verify/memory_of_proof.h"
#include "harness/command/exit_code.h"
#include "harness/command/registry.h"
#include "harness/command/shown/sweep_table.h"

namespace ladder {
namespace {

struct TuneOptions : StagesOfCase, Measuring {
  double least_effect = -1;
  std::string output;
  bool json = false, dry_run = false;

  void declare(Declared &declared) {
    declare_stages(declared);
    declared.add("Stages", {proof_option(), isolate_option(), hang_limit_option()});
    declared.add("Case", {case_option(), replay_option(), ladder_option()});
    declared.add("Case", options_of_case(CaseOption::all));
    declared.add("Measuring", {precision_option(), time_limit_option(), repetitions_option()});
    declared.add("Decision", {least_effect_option(least_effect)});
    declared.add("Output", {output_option(output), json_option(json), dry_run_option(dry_run)});
  }
  void settle() {
    refuse_idle_case_options();
    refuse_idle_precision(*this);
    refuse_idle_ladder();
    refuse_idle_hang_limit(*this, *this);
    locate_or_make();
    settle_stages();
  }
};

constexpr int screening_samples = 3;
constexpr std::size_t most_finalists = 3;
constexpr double usual_least_effect = 0.01;

// The launches of one stage: those of the command line, or those that its knobs suggest. The stage's own comes first.
struct StageToTune {
  StageEntry entry;
  std::vector<AskedKnobs> launches;
};

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

double least_effect_of(const TuneOptions &options) {
  return options.least_effect < 0 ? usual_least_effect : options.least_effect;
}

Trial trial_of(const Measured &one, const AskedKnobs &launch) {
  Trial trial{launch, {}, {}};
  if (!one.right()) return trial;
  trial.wall_s = one.point.wall_s();
  for (const Sample &sample : one.point.samples) trial.rounds.push_back(sample.round);
  return trial;
}

Json trials_json(const std::vector<Trial> &trials) {
  Json all = Json::array();
  for (const Trial &one : trials)
    all.push_back({{"launch", one.launch}, {"wall_s", one.wall_s}, {"round", one.rounds}});
  return all;
}

std::string launch_text(const AskedKnobs &launch) {
  return launch.empty() ? "default" : describe(launch);
}

class Tuning {
 public:
  Tuning(const TuneOptions &options, const Case &c, const Environment &environment)
      : options_(options), case_(c), environment_(environment),
        how_(how_to_measure(options, options, one_case(options))) {}

  // The line of the stage; null where its own launch did not run, or all was interrupted.
  Json tune(const StageToTune &stage) {
    const std::vector<Trial> screened = measured(stage, stage.launches, screening_samples);
    if (!whole_ || screened[0].wall_s.empty()) return {};
    std::vector<AskedKnobs> launches;
    for (const std::size_t i : finalists(screened, most_finalists))
      launches.push_back(screened[i].launch);
    std::vector<Trial> compared;
    if (launches.size() > 1) compared = measured(stage, launches, options_.repetition.samples);
    if (!whole_ || (launches.size() > 1 && compared[0].wall_s.empty())) return {};
    if (compared.empty()) compared = {screened[0]};
    const double least_effect = least_effect_of(options_);
    const Decision decision = decide_launch(compared, least_effect);
    const Choice own{stage.entry, make_launch(*stage.entry.stage, {})};
    Json line = {{"tuned_schema", 1}, {"time", utc_now()}};
    line.update(tuned_point(case_, own));
    line["launch"] = compared[decision.best].launch;
    line["found"] = decision.words;
    line["nearest"] = compared[decision.nearest].launch;
    line["nearest_against_default"] = ratio_json(decision.against_own);
    line["least_effect"] = least_effect;
    line["screened"] = trials_json(screened);
    line["compared"] = trials_json(compared);
    line["environment"] = environment_json(environment_);
    table_.row({stage.entry.name(), launch_text(compared[decision.best].launch),
                seconds_text(median(compared[decision.best].wall_s)),
                seconds_text(median(compared[0].wall_s)), fmt::format("{}", stage.launches.size()),
                decision.nearest == 0
                    ? ""
                    : fmt::format("{}: {}", launch_text(compared[decision.nearest].launch),
                                  percent_text(decision.against_own)),
                decision.words});
    return line;
  }

  std::string text() const { return table_.text(); }
  bool whole() const { return whole_; }
  Exit exit() const { return exit_code(points_); }

 private:
  // Launches of one stage, interleaved. A CUDA stage runs in child processes: each is traced when it has its samples, and
  // nothing may be timed in a process that was traced.
  std::vector<Trial> measured(const StageToTune &stage, const std::vector<AskedKnobs> &launches,
                              int samples) {
    std::vector<Choice> choices;
    for (const AskedKnobs &one : launches)
      choices.push_back({stage.entry, make_launch(*stage.entry.stage, one)});
    How how = how_;
    how.repetition.samples = samples;
    how.isolate = how.isolate || stage.entry.stage->device == LADDER_ON_CUDA;
    MeasureWatch watch;
    watch.progress = progress;
    watch.sampled = [](const Measured &) {};
    watch.done = [](const Measured &) {};
    const Measurement now = measure(case_, environment_, choices, how, original_, watch);
    whole_ = whole_ && now.whole;
    std::vector<Trial> trials;
    for (std::size_t i = 0; i < launches.size(); ++i) {
      if (i >= now.points.size()) break;
      const Measured &one = now.points[i];
      trials.push_back(trial_of(one, launches[i]));
      points_.push_back(one);
      points_.back().trace.traced.reset();
      if (!one.skipped.empty())
        say(fmt::format("{} {}: skipped: {}", stage.entry.name(), launch_text(launches[i]),
                        one.skipped));
      else if (whole_ && !one.right())
        say(fmt::format("{} {}: {}", stage.entry.name(), launch_text(launches[i]),
                        verdict_text(one)));
    }
    trials.resize(launches.size());
    return trials;
  }

  const TuneOptions &options_;
  const Case &case_;
  const Environment &environment_;
  How how_;
  std::shared_ptr<const Truth> original_;
  std::vector<Measured> points_;
  bool whole_ = true;
  Table table_{{{"stage"},
                {"best launch"},
                {"wall", Table::Align::right},
                {"default's", Table::Align::right},
                {"tried", Table::Align::right},
                {"nearest, against the default"},
                {"finding"}}};
};

// How the launches would be measured.
Json how_json(const TuneOptions &options) {
  const Repetition &repetition = options.repetition;
  return {{"repetitions", repetition.samples},
          {"precision", repetition.precision},
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
      const std::string why = lacks(*stage.entry.stage, environment);
      if (options.json)
        fmt::print("{}\n", Json({{"case", c.name},
                                 {"case_hash", c.hash},
                                 {"stage", stage.entry.name()},
                                 {"launch", launch},
                                 {"lacks", why},
                                 {"how", how_json(options)}})
                               .dump());
      else
        fmt::print("{} {}{}\n", stage.entry.name(), launch_text(launch),
                   why.empty() ? "" : " (cannot run here: " + why + ")");
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
  for (const StageToTune &stage : stages) {
    if (const std::string why = lacks(*stage.entry.stage, environment); !why.empty()) {
      say(fmt::format("{}: skipped: {}", stage.entry.name(), why));
      continue;
    }
    const Json line = tuning.tune(stage);
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
    {"tune --case=small", "tune --case=thesis --stage=smem --threads=64:1024:*2 --time-limit=60"},
    false,
    bind_options<TuneOptions, run_tune>};

}  // namespace ladder
