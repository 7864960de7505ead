#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/base/hash.h"
#include "harness/base/progress.h"
#include "harness/bench/run/run.h"
#include "harness/machine/environment/environment.h"
#include "harness/seismic/commands/worker_crew.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {
namespace {

// All that decides the sum of the shots; filters come after it.
Inputs inputs_of(const SurveyCase &survey, const Engine &engine) {
  const ImagingCase &c = survey.shared();
  const ModelPart &part = survey.part();
  return {{"survey", fmt::format("{} shots, {}", survey.shots(), survey.hash_of_shots())},
          {"model", fmt::format("{}, {} x {} cells at {}, {}", c.hash, part.nz, part.nx, part.top,
                                part.left)},
          {"wavelet", hash_of_all(c.signal)},
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

std::string strategies_text(const std::vector<MigrationStrategy> &strategies,
                            const std::string &chosen, const Screen &screen) {
  using enum Table::Align;
  Table table({{"stage"},
               {"device", right},
               {"host", right},
               {"forward steps", right},
               {"on record", right},
               {.title = "here", .cut = true}});
  for (const MigrationStrategy &strategy : strategies) {
    const auto &[device, host, steps] = strategy.memory;
    const std::string name = strategy.engine.entry.name();
    const auto if_known = [&](const std::string &words) {
      return strategy.memory_known ? words : "?";
    };
    table.row({name, if_known(bytes_text(device)), if_known(bytes_text(host)),
               if_known(fmt::format("{:.0f}", steps)),
               strategy.wall_ns ? seconds_text(*strategy.wall_ns / 1e9) : "",
               name == chosen               ? "chosen"
               : !strategy.lacks.empty()    ? strategy.lacks
               : !strategy.too_much.empty() ? strategy.too_much
                                            : "fits"});
  }
  return "for each stage: memory in addition to the arrays of a shot, steps of the forward field, "
         "and recorded time:\n" +
         table.text(screen);
}

Json json_of(const std::vector<MigrationStrategy> &strategies) {
  Json all = Json::array();
  for (const MigrationStrategy &strategy : strategies) {
    Json one{{"stage", strategy.engine.entry.name()}};
    if (strategy.memory_known)
      one.update({{"device_bytes", strategy.memory.device},
                  {"host_bytes", strategy.memory.host},
                  {"forward_steps", strategy.memory.forward_steps}});
    if (strategy.wall_ns) one["wall_ns"] = *strategy.wall_ns;
    if (!strategy.lacks.empty()) one["lacks"] = strategy.lacks;
    if (!strategy.too_much.empty()) one["too_much"] = strategy.too_much;
    all.push_back(one);
  }
  return all;
}

void say_survey(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  for (const auto &note : survey.notes()) say(note);
  say(
      fmt::format("{} shots on {} x {} cells (z, x, absorbing borders included), {} steps of {:g} "
                  "ms there and back, {} images",
                  survey.shots(), c.nz, c.nx, c.time_steps, 1e3 * c.dt, c.image_times()));
  const WaveCase waves = survey.waves();
  say_waves(waves, dispersion(waves));
}

void draw_image(const MigrateOptions &options, const SurveyCase &survey, const std::string &product,
                const std::string &picture) {
  std::vector<std::string> arguments = {product, "--output=" + picture};
  const std::string kind = options.angles > 0 ? "_angles" : options.offsets_x > 0 ? "_hx" : "";
  if (!kind.empty()) {
    const std::filesystem::path path = product;
    const auto gathers = path.parent_path() / (path.stem().string() + kind + ".npy");
    const double x = survey.origin().x, width = (survey.part().nx - 1) * survey.dx();
    arguments.push_back("--gathers=" + gathers.string());
    arguments.push_back(
        fmt::format("--at={:g},{:g},{:g}", x + width / 4, x + width / 2, x + 3 * width / 4));
  }
  draw_product(options, "image", arguments);
}

}  // namespace ladder
