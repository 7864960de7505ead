#include "harness/command/tune_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/options/choose.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/clock.h"
#include "harness/base/progress.h"
#include "harness/base/statistics/statistics.h"
#include "harness/command/shown/sweep_table.h"
#include "harness/command/timed_run.h"

namespace ladder {
namespace {

constexpr int screening_samples = 3;
constexpr std::size_t most_finalists = 3;
constexpr double usual_least_effect = 0.01;

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

}  // namespace

double least_effect_of(const TuneOptions &options) {
  return options.least_effect < 0 ? usual_least_effect : options.least_effect;
}

std::string launch_text(const AskedKnobs &launch) {
  return launch.empty() ? "default" : describe(launch);
}

Json Tuning::tune(const StageToTune &stage, double budget_s) {
  const double begin = steady_s();
  How screening = how_;
  screening.repetition.samples = screening_samples;
  screening.repetition.budget_s = 0.5 * budget_s;
  const std::vector<Trial> screened = measured(stage, stage.launches, screening);
  if (!whole_ || screened[0].wall_s.empty()) return {};
  std::vector<AskedKnobs> launches;
  for (const std::size_t i : finalists(screened, most_finalists))
    launches.push_back(screened[i].launch);
  std::vector<Trial> compared;
  if (launches.size() > 1) {
    How comparing = how_;
    comparing.repetition.against_first = true;
    comparing.repetition.least_effect = least_effect_of(options_);
    comparing.repetition.confidence = confidence_of_each(launches.size() - 1);
    if (budget_s > 0)
      comparing.repetition.budget_s = std::max(1e-3, budget_s - (steady_s() - begin));
    compared = measured(stage, launches, comparing);
  }
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

Exit Tuning::exit() const { return exit_code(points_); }

std::vector<Trial> Tuning::measured(const StageToTune &stage,
                                    const std::vector<AskedKnobs> &launches, How how) {
  std::vector<Choice> choices;
  for (const AskedKnobs &one : launches)
    choices.push_back({stage.entry, make_launch(*stage.entry.stage, one)});
  how.isolate = how.isolate || stage.entry.stage->device == LADDER_ON_CUDA;
  MeasureWatch watch;
  watch.progress = progress;
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

}  // namespace ladder
