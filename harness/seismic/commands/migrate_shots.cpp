#include "harness/seismic/commands/migrate_shots.h"

#include <fmt/format.h>

#include <optional>

#include "harness/base/error.h"
#include "harness/base/free_memory.h"
#include "harness/base/hash.h"
#include "harness/base/progress.h"
#include "harness/bench/run/run.h"
#include "harness/machine/environment/environment.h"
#include "harness/seismic/commands/seismic_run.h"
#include "harness/seismic/commands/worker_crew.h"
#include "harness/seismic/migration/filters.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/shots/shots_file.h"
#include "harness/seismic/survey_workers/serve.h"

namespace ladder {
namespace {

// All that decides the sum of the shots; filters come after it.
Inputs inputs_of(const SurveyCase &survey, const Engine &engine) {
  const ImagingCase &c = survey.shared();
  const ModelPart &part = survey.part();
  return {{"survey", fmt::format("{} shots, {}", survey.shots(), survey.hash_of_shots())},
          {"model", fmt::format("{}, {} x {} cells at {}, {}", c.hash, part.nz, part.nx, part.top,
                                part.left)},
          {"wavelet", hex16(fnv1a(c.signal.data(), c.signal.size() * sizeof(float)))},
          {"offsets", fmt::format("one in {}", survey.offset_step())},
          {"mute", fmt::format("{:g} m/s", survey.mute())},
          {"stage", fmt::format("{}, hash {}", engine.entry.name(), engine.entry.hash)},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))},
          {"program", hash_of_program()}};
}

}  // namespace

Migrated migrate_shots(const MigrateOptions &options, const SurveyCase &survey,
                       const Engine &engine, const std::vector<WorkerPlace> &workers,
                       Workers &started, Stack &stack) {
  keep_freed_memory();
  const std::string path = options.output + ".checkpoint";
  const Inputs inputs = inputs_of(survey, engine);
  if (resumes(options, path, "shot")) {
    load_stack(path, inputs, stack);
    say(fmt::format("resuming after shot {} of {}", stack.shots, survey.shots()));
  }
  std::optional<DeviceSums> sums;
  if (workers.empty() && DeviceSums::has(engine.entry)) sums.emplace(survey, engine);
  const std::size_t before = stack.shots;
  ShotsLeft left(survey.shots(), before);
  KeptStack checkpoint(path, inputs, stack);
  // A shot is reported as done once it is on disk: no shot that was reported is lost, however the
  // run ends.
  std::size_t reported = before;
  const auto tell = [&] {
    for (; reported < checkpoint.kept(); ++reported) left.shot_done();
    progress(left.text(0));
  };
  const auto take = [&](const ShotResult &shot) {
    checkpoint.settle();
    tell();
    add_shot(stack, shot);
    checkpoint.added();
  };
  std::vector<WorkerTimes> of_workers;
  ShotTimes times;
  progress(left.text(0));
  try {
    if (sums) {
      times = migrate_on_device(survey, engine, *sums, stack, checkpoint, tell);
    } else if (workers.empty()) {
      ShotsInTurn shots(survey, engine, take);
      shots.run_all(before, survey.shots(), [] {});
      times = shots.times();
    } else {
      of_workers =
          shots_by_workers(options, options, workers, started, inputs,
                           {engine.entry.name(), before, survey.shots(), stack.values()}, take);
    }
    checkpoint.keep_all();  // before any product: one that cannot be written loses no shot
    progress_done();
  } catch (const Error &error) {
    progress_done();
    checkpoint.keep_all();
    throw_on(error, fmt::format("in shot {} of {}", stack.shots + 1, survey.shots()));
  }
  Migrated all{survey.shots() - before, left.seconds(), of_workers, times, sums.has_value()};
  if (sums && options.angles > 0)
    all.angles = sums->angles(options.angles, options.illumination ? divisor_of(stack.illumination)
                                                                   : std::vector<double>{});
  return all;
}

void serve_migration(const SurveyCase &survey, const Engine &engine) {
  keep_freed_memory();
  ShotsInTurn shots(survey, engine, answer_crew);
  serve_shots(inputs_of(survey, engine),
              {[&](std::size_t shot) { shots.ask(shot); }, [&](std::size_t) { shots.run(); },
               [&] { shots.settle(); }});
}

}  // namespace ladder
