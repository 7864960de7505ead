// ladder migrate: reverse-time migration of a survey. Every shot forwards, its records backwards,
// and their product summed over times and shots: the image of the reflectors.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/answers/options/choose.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/json.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/commands/worker_crew.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/stack.h"
#include "harness/seismic/shots/reverse_case.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {
void MigrateOptions::declare(Declared &declared) {
  using enum CaseOption::Part;
  constexpr int most_offset = 10000, most_sponge = 1000, most_angle = 85, most_step = 1000000;
  declare_stages(declared);
  declared.add("Case", options_of_case(model | reading));
  declared.add("Case", worker_options());
  declared.add("Case", options_of_case(wavelet | dt | half_length));
  declared.add("Sending a gather back", header_options());
  declared.add(
      "Migration",
      {{"--shots", Text{&shots, "FILE", Offer::files},
        "the recorded survey: a .sgy or .su file of one or more shots, distinguished by field "
        "record and source, or an .rsf gather"},
       {"--offsets-x", Whole{&offsets_x, 0, most_offset},
        "also compute gathers of horizontal subsurface offsets from -N to N", "cells"},
       {"--offsets-z", Whole{&offsets_z, 0, most_offset}, "the same for vertical offsets", "cells"},
       {"--offset-step", Whole{&offset_step, 1, most_offset},
        "keep one in so many offsets of the gathers, with offset 0: smaller files, and less work "
        "for the host",
        "cells"},
       {"--angles", Whole{&angles, 0, most_angle},
        "also compute gathers of reflection angles from -N to N in steps of 1, from the gathers of "
        "--offsets-x",
        "degrees"},
       {"--image-step", Whole{&image_step, 0, most_step},
        "samples between images; 0: as many as the wavelet's highest frequency allows", "samples"},
       {"--illumination", Flag{&illumination}, "divide the image by the illumination of each cell"},
       {"--laplacian", Flag{&laplacian},
        "replace the image by minus its Laplacian, which removes smooth parts"},
       {"--mute", Real{&mute, 0, 1e5},
        "velocity of direct waves, which are muted before migration; 0: no mute", "m/s"},
       {"--top", OneOf{&top, {"free", "absorbing"}}, "boundary at the top of the model"},
       {"--sponge", Whole{&sponge, 0, most_sponge},
        "width of the absorbing borders that are added around the model", "cells"}});
  declared.add("Output", {output_option(output), resume_option(resume), overwrite_option(overwrite),
                          plot_option(), json_option(json), dry_run_option(dry_run)});
}

void MigrateOptions::settle() {
  refuse_idle_pictures();
  refuse_idle_limit(*this);
  ladder = "imaging";
  check_knobs(*this);
}

namespace {

MigrationSettings settings_of(const MigrateOptions &options) {
  if (options.angles > 0 && options.offsets_x == 0)
    throw UsageError(
        "--angles needs --offsets-x: angles are made from gathers of horizontal offsets");
  const int largest = std::max(options.offsets_x, options.offsets_z);
  if (options.offset_step > std::max(1, largest))
    throw UsageError(fmt::format(
        "--offset-step={}: {}", options.offset_step,
        largest == 0
            ? "it thins gathers: add --offsets-x or --offsets-z"
            : fmt::format("the largest offset is {}, so only offset 0 would be kept", largest)));
  const CaseOverrides over = one_case(options);
  return {over.wavelet,          over.half_length.value_or(4), options.sponge,
          options.top == "free", options.image_step,           options.offsets_x,
          options.offsets_z,     options.offset_step,          longest_step(over.dt),
          options.mute};
}

double computed_here(const std::vector<WorkerPlace> &workers) {
  return std::max<double>(
      1, double(std::ranges::count_if(workers, [](const auto &w) { return w.launcher.empty(); })));
}

// Results that came early; the products in double and as they are written.
double bytes_of_sums(const SurveyCase &survey, const Finish &finish,
                     const std::vector<WorkerPlace> &workers, const Stack &stack) {
  return 4 * double(stack.values()) * double(most_kept(workers.size())) +
         3 * bytes_of_products(survey, finish);
}

// The stage that is asked for, or the fastest here that fits.
Engine engine_of(const MigrateOptions &options, const SurveyCase &survey,
                 const std::vector<MigrationStrategy> &strategies) {
  if (const auto asked = asked_engine(options)) return *asked;
  const ChosenStrategy chosen = choose_strategy(survey.of_shot(0), strategies);
  say(chosen.why);
  return chosen.engine;
}

void refuse_beyond_room(const MigrateOptions &options, const SurveyCase &survey,
                        const Finish &finish, const std::vector<WorkerPlace> &workers,
                        const Engine &engine, Stack &stack) {
  const ImagingCase c = survey.of_shot(0);
  ladder_imaging_memory memory{};
  memory_of(c, engine, memory);
  refuse_beyond_memory(
      computed_here(workers) * host_bytes(c, engine, memory) +
          bytes_of_sums(survey, finish, workers, stack),
      workers.empty() ? "a shot of this migration"
                      : fmt::format("this migration by {} workers", workers.size()),
      "take fewer offsets, fewer images (--image-step), fewer workers, a coarser model, or another "
      "--stage: --dry-run shows what each needs");
  // A new checkpoint is whole before the old one goes.
  refuse_beyond_disk(bytes_of_products(survey, finish) + 2 * bytes_of_stack(stack), options.output,
                     "the image with the checkpoint of its shots",
                     "make room, or choose another --output");
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
          {"offset_step", survey.offset_step()},
          {"stage", engine.entry.name()},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))}};
}

Json json_of(const ShotTimes &times) {
  return {{"waited_for_case", times.waited_for_case},
          {"create", times.created},
          {"run", times.ran},
          {"arrays_and_checks", times.rest},
          {"waited_for_results", times.waited_for_results}};
}

Exit show(const MigrateOptions &options, const SurveyCase &survey, const Engine &engine,
          const std::vector<WorkerPlace> &workers, const std::vector<MigrationStrategy> &strategies,
          const std::vector<std::string> &files) {
  Json json = json_of(survey, engine);
  json["products"] = files;
  json["stages"] = json_of(strategies);
  json["workers"] = workers.size();
  if (options.json) {
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("would migrate {} shots with {}{}\n", survey.shots(), engine.entry.name(),
             workers.empty() ? "" : fmt::format(", by {} workers", workers.size()));
  for (const auto &file : files) fmt::print("would write {}\n", file);
  fmt::print("\n{}", strategies_text(strategies, engine.entry.name(), screen(false)));
  return Exit::ok;
}

Exit run_migrate(const MigrateOptions &options) {
  const std::string product = product_of(options, {".rsf", ".npy", ".vti", ".sgy", ".segy", ".su"});
  if (options.shots.empty())
    throw UsageError("`ladder migrate` needs --shots=FILE, the recorded survey, .sgy or .su");
  check_engine_options(options);
  if (is_survey_worker()) prepare_device(options);
  const std::vector<WorkerPlace> workers = workers_of(options, options);
  const MigrationSettings settings = settings_of(options);
  Workers started;
  if (!options.dry_run) started = start_workers(options, workers);
  const Finish finish{options.illumination, options.laplacian, options.angles};
  const MigrationVelocity velocity = read_migration_velocity(one_case(options));
  const SurveyCase survey(velocity, read_survey(options.shots, options.gather_overrides), settings);
  if (is_survey_worker()) serve_migration(survey, engine_of_crew(options));
  refuse_unwritable_products(product, survey, finish);
  Products products{migration_files(product, survey, finish), {product}, {}, {}};
  if (options.plot) products.pictures = {sibling(product, "_image")};
  if (!options.dry_run) claim_products(options, products);
  const auto files = all_files(options, products);
  say_survey(survey);
  Stack stack(survey);
  const auto strategies = strategies_to_migrate(survey.of_shot(0), read_environment(),
                                                bytes_of_sums(survey, finish, workers, stack),
                                                workers.empty() ? 8 * double(stack.values()) : 0);
  const Engine engine = engine_of(options, survey, strategies);
  refuse_beyond_room(options, survey, finish, workers, engine, stack);
  if (options.dry_run) return show(options, survey, engine, workers, strategies, files);
  Migrated migrated = migrate_shots(options, survey, engine, workers, started, stack);
  for (const auto &one :
       migration_products(product, survey, std::move(stack), finish, std::move(migrated.angles))) {
    if (one.grid)
      write_grid(one.file, *one.grid, options.overwrite);
    else
      write_whole(one.file, one.text, options.overwrite);
  }
  std::error_code problem;
  std::filesystem::remove(product + ".checkpoint", problem);
  if (options.plot) draw_image(options, survey, product, products.pictures.front());
  if (options.json) {
    Json json = json_of(survey, engine);
    json.update({{"migrated", migrated.shots}, {"summed_on_device", migrated.on_device}});
    json["workers"] = workers.size();
    if (!workers.empty()) json["of_workers"] = json_of(migrated.workers);
    if (workers.empty()) json["seconds"] = json_of(migrated.times);
    json.update({{"wall_s", migrated.wall_s}, {"products", files}});
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("{}: {} shots in {}{}\n", engine.entry.name(), migrated.shots,
             seconds_text(migrated.wall_s),
             workers.empty() ? "" : fmt::format(" by {} workers", workers.size()));
  for (const auto &file : files) fmt::print("{}\n", file);
  return Exit::ok;
}

}  // namespace

const Command migrate_command = {
    "migrate",
    "Compute waves",
    "image reflectors by reverse-time migration, with gathers of offsets and angles",
    {"migrate --model=v.npy --spacing=20 --shots=survey.sgy --wavelet=ricker:8 --output=image.rsf",
     "migrate --model=v.rsf --shots=survey.su --wavelet=ricker:8 --offsets-x=40 --angles=60 "
     "--laplacian --output=image.vti"},
    false,
    bind_options<MigrateOptions, run_migrate>};

}  // namespace ladder
