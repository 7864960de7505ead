// ladder migrate: reverse-time migration of a survey. Every shot forwards, its records backwards, and their product
// summed over times and shots: the image of the reflectors.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/enough_room.h"
#include "harness/base/error.h"
#include "harness/base/guarded_buffer.h"
#include "harness/base/hash.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/command/choose.h"
#include "harness/command/commands.h"
#include "harness/command/progress.h"
#include "harness/command/seismic_run.h"
#include "harness/environment/program.h"
#include "harness/migration/products.h"
#include "harness/migration/stack_file.h"
#include "harness/run/run.h"
#include "harness/seismic/shots_left.h"

namespace ladder {
namespace {

MigrationSettings settings_of(const Options &options) {
  if (options.angles > 0 && options.offsets_x == 0)
    throw UsageError(
        "--angles needs --offsets-x: angles are made from gathers of horizontal offsets");
  const CaseOverrides over = one_case(options);
  return {over.wavelet,          over.half_length.value_or(4), options.sponge,
          options.top == "free", options.image_step,           options.offsets_x,
          options.offsets_z};
}

// All that decides the sum of the shots; filters come after it.
Inputs inputs_of(const SurveyCase &survey, const Engine &engine) {
  const ImagingCase &c = survey.shared();
  const ModelPart &part = survey.part();
  return {{"survey", fmt::format("{} shots, {}", survey.shots(), survey.hash_of_shots())},
          {"model", fmt::format("{}, {} x {} cells at {}, {}", c.hash, part.nz, part.nx, part.top,
                                part.left)},
          {"wavelet", hex16(fnv1a(c.signal.data(), c.signal.size() * sizeof(float)))},
          {"stage", fmt::format("{}, hash {}", engine.entry.name(), engine.entry.hash)},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))},
          {"program", hash_of_program()}};
}

void say_survey(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  for (const auto &note : survey.notes()) say(note);
  say(
      fmt::format("{} shots on {} x {} cells (z, x, absorbing borders included), {} steps of {:g} "
                  "ms there and back, {} images",
                  survey.shots(), c.nz, c.nx, c.time_steps, 1e3 * c.dt, c.image_times()));
}

// The stage, or the last one that takes the first shot.
Engine engine_of(const Options &options, const SurveyCase &survey) {
  if (const auto asked = asked_engine(options)) return *asked;
  return last_engine(survey.of_shot(0), read_environment());
}

void refuse_beyond_room(const Options &options, const SurveyCase &survey, const Finish &finish,
                        Stack &stack) {
  const ImagingCase &c = survey.shared();
  double padded = 0;  // values of a run
  for (const Array &array : c.arrays()) padded += double(array.values);
  const double products = bytes_of_products(survey, finish);
  // A shot's arrays, in the stage too; the forward field at image times; the products in double and as they are written.
  refuse_beyond_memory(8 * padded + 4 * double(c.field()) * c.image_times() + 3 * products,
                       "a shot of this migration",
                       "take fewer offsets, fewer images (--image-step) or a coarser model");
  // A new checkpoint is whole before the old one goes.
  refuse_beyond_disk(products + 2 * bytes_of_stack(stack), options.output,
                     "the image with the checkpoint of its shots",
                     "make room, or choose another --output");
}

void add_one(const SurveyCase &survey, const Engine &engine, Stack &stack) {
  const ladder_stage &stage = *engine.entry.stage;
  const ImagingCase c = survey.of_shot(stack.shots);
  const Run run = run_once(c, stage, engine.launch);
  const int number = survey.number_of(stack.shots);
  const auto fail = [&](Exit code, const std::string &why) {
    throw Error(code, fmt::format("shot {}: {}", number, why));
  };
  const ladder_status status = run.error.status;
  if (!run.ok())
    fail(status == LADDER_REFUSED                                           ? Exit::nothing_ran
         : status == LADDER_OUT_OF_MEMORY || status == LADDER_DEVICE_FAILED ? Exit::device
                                                                            : Exit::wrong,
         describe(stage, run.error));
  if (!run.foreign_write.empty()) fail(Exit::wrong, run.foreign_write);
  for (std::size_t product = 0; product < 4; ++product) {
    const float *const values = run.arrays[product]->data();
    if (!std::all_of(values, values + run.arrays[product]->size(),
                     [](float value) { return finite(value); }))
      fail(Exit::wrong, fmt::format("stage {} gave values that are not finite in its {}",
                                    engine.entry.name(), c.arrays()[product].name));
  }
  add_shot(
      stack, survey.part(), c,
      {run.arrays[0]->data(), run.arrays[1]->data(), run.arrays[2]->data(), run.arrays[3]->data()});
}

struct Migrated {
  std::size_t shots = 0;  // that were not in the checkpoint
  double wall_s = 0;      // of these
};

Migrated migrate_shots(const Options &options, const SurveyCase &survey, const Engine &engine,
                       Stack &stack) {
  const std::string checkpoint = options.output + ".checkpoint";
  const Inputs inputs = inputs_of(survey, engine);
  std::error_code problem;
  if (options.resume && std::filesystem::exists(checkpoint, problem)) {
    load_stack(checkpoint, inputs, stack);
    say(fmt::format("going on behind shot {} of {}", stack.shots, survey.shots()));
  } else if (options.resume) {
    say(fmt::format("there is no '{}' to go on from: beginning anew", checkpoint));
  }
  const std::size_t before = stack.shots;
  ShotsLeft left(survey.shots(), before);
  try {
    while (stack.shots < survey.shots()) {
      progress(left.text(0));
      add_one(survey, engine, stack);
      save_stack(checkpoint, inputs, stack);
      left.shot_done();
    }
  } catch (const Error &error) {
    progress_done();
    if (error.exit != Exit::interrupted) throw;
    throw Error(Exit::interrupted,
                fmt::format("interrupted in shot {} of {}; the same command with --resume goes on",
                            stack.shots + 1, survey.shots()));
  }
  progress_done();
  return {survey.shots() - before, left.seconds()};
}

Json json_of(const SurveyCase &survey, const Engine &engine) {
  const ImagingCase &c = survey.shared();
  return {{"model", c.model_words},
          {"shots", survey.shots()},
          {"cells", {survey.part().nz, survey.part().nx}},
          {"half_length", c.half_length},
          {"steps", c.time_steps},
          {"dt", c.dt},
          {"images", c.image_times()},
          {"offsets", {c.offsets_x, c.offsets_z}},
          {"stage", engine.entry.name()},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))}};
}

Exit show(const Options &options, const SurveyCase &survey, const Engine &engine,
          const std::vector<std::string> &files) {
  Json json = json_of(survey, engine);
  json["products"] = files;
  if (options.json) {
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("would migrate {} shots with {}\n", survey.shots(), engine.entry.name());
  for (const auto &file : files) fmt::print("would write {}\n", file);
  return Exit::ok;
}

}  // namespace

Exit run_migrate(const Options &options) {
  const std::string product = product_of(options, {".rsf", ".npy", ".vti", ".sgy", ".segy", ".su"});
  if (options.shots.empty())
    throw UsageError("`ladder migrate` needs --shots=FILE, the recorded survey, .sgy or .su");
  check_engine_options(options);
  const MigrationSettings settings = settings_of(options);
  const Finish finish{options.illumination, options.laplacian, options.angles};
  const MigrationVelocity velocity = read_migration_velocity(one_case(options));
  const SurveyCase survey(velocity, read_survey(options.shots, options.gather_overrides), settings);
  refuse_unwritable_products(product, survey, finish);
  const auto files = migration_files(product, survey, finish);
  if (!options.dry_run) claim_products(options, {files, {product}, {}, {}});
  say_survey(survey);
  Stack stack(survey);
  refuse_beyond_room(options, survey, finish, stack);
  const Engine engine = engine_of(options, survey);
  if (options.dry_run) return show(options, survey, engine, files);
  const Migrated migrated = migrate_shots(options, survey, engine, stack);
  for (const auto &one : migration_products(product, survey, std::move(stack), finish))
    write_grid(one.file, one.grid, options.overwrite);
  std::error_code problem;
  std::filesystem::remove(product + ".checkpoint", problem);
  if (options.json) {
    Json json = json_of(survey, engine);
    json["migrated"] = migrated.shots;
    json["wall_s"] = migrated.wall_s;
    json["products"] = files;
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("{}: {} shots in {}\n", engine.entry.name(), migrated.shots,
             seconds_text(migrated.wall_s));
  for (const auto &file : files) fmt::print("{}\n", file);
  return Exit::ok;
}

}  // namespace ladder
