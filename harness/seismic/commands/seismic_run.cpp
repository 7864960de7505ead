#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/answers/options/choose.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/plugin.h"
#include "harness/formats/series.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/engine.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

Watcher progress_watcher(const WaveCase &c, std::int32_t begin) {
  return {std::max(1, c.steps / 200), [&c, begin, start = steady_s()](const Wavefield &field) {
            const double done = std::max(1, field.step - begin), left = c.steps - field.step;
            progress(fmt::format("step {} of {}, {} left", field.step, c.steps,
                                 seconds_text((steady_s() - start) / done * left)));
          }};
}

bool asks_for_engine(const WaveRun &options) {
  return !options.stages.empty() || !options.knobs.empty() || options.launch != "default";
}

}  // namespace

void check_engine_options(const WaveRun &options) {
  if (!asks_for_engine(options)) return;
  if (options.stages.size() != 1)
    throw UsageError(
        fmt::format("`ladder {}` runs one stage: name one with --stage", options.command));
  const auto launches = choose(options).size();
  if (launches != 1)
    throw UsageError(fmt::format("`ladder {}` takes one launch, but the lists give {}",
                                 options.command, launches));
}

std::optional<Engine> asked_engine(const WaveRun &options) {
  check_engine_options(options);
  if (!asks_for_engine(options)) return std::nullopt;
  const Choice choice = choose(options).front();
  Engine engine{choice.entry, choice.launch};
  if (engine.entry.plugin) engine.entry = load_plugin(engine.entry.path);
  const std::string lacking = lacks(*engine.entry.stage, read_environment());
  if (!lacking.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("stage '{}' cannot run here: {}", engine.entry.name(), lacking));
  return engine;
}

Engine choose_engine(const WaveRun &options, const WaveCase &c) {
  if (const auto asked = asked_engine(options)) return *asked;
  return fastest_engine(c, read_environment());
}

std::set<int> snapshot_steps(const WaveRun &options, int last) {
  std::set<int> steps;
  for (const int step : options.snapshots) {
    if (step > last)
      throw UsageError(fmt::format("--snapshots={}: the run has {} steps", step, last));
    steps.insert(step);
  }
  return steps;
}

std::unique_ptr<Snapshots> snapshots_of(const WaveRun &options, const WaveCase &c,
                                        const std::string &folder, int cut,
                                        std::function<double(int)> time,
                                        std::vector<Watcher> &watchers) {
  std::unique_ptr<Snapshots> snapshots;
  if (options.snapshots.empty()) return snapshots;
  const int last = c.steps / cut;
  std::set<int> steps;
  for (const int step : snapshot_steps(options, last)) steps.insert(step * cut);
  const int every = *steps.begin();
  const bool list = steps.size() > 1;
  refuse_series_beyond_disk(c, folder,
                            list ? double(steps.size()) : std::ceil(double(c.steps) / every));
  if (!list) {
    for (int step = every; step < c.steps; step += every) steps.insert(step);
    steps.insert(c.steps);
  }
  snapshots = std::make_unique<Snapshots>(c, SeriesAsked{folder,
                                                         options.snapshot_format,
                                                         {steps.begin(), steps.end()},
                                                         std::move(time),
                                                         options.overwrite,
                                                         options.resume});
  watchers.push_back(snapshots->watcher());
  return snapshots;
}

void draw_snapshots(const WaveRun &options, const WaveCase &c, const std::string &folder) {
  if (!options.plot || options.snapshots.empty()) return;
  if (options.snapshot_format != "npy")
    return say(fmt::format("'{}': its snapshots are not drawn, which needs --snapshot-format=npy",
                           folder));
  draw_product(options, c.model_cells.y > 1 ? "slices" : "snapshots",
               {folder, "--model=" + folder + "/velocity.npy", "--output=" + folder});
}

void refuse_run_beyond_memory(const WaveCase &c, double trace_values, double more) {
  // p and p before of the wavefield, and as much with (v dt)^2 or the Laplacian within the stage.
  refuse_beyond_memory(4 * (5 * double(c.cells()) + 2 * trace_values) + more,
                       fmt::format("this run, of {} x {} x {} cells (z, x, y),", c.nz, c.nx, c.ny),
                       "take a smaller grid, or fewer samples or receivers (--nt, --receivers)");
}

Inputs inputs_of_run(const WaveRun &options, const WaveCase &c, const Engine &engine) {
  Inputs inputs = inputs_of(c, engine);
  if (!options.snapshots.empty())
    inputs["snapshots"] =
        fmt::format("{} as {}", fmt::join(options.snapshots, ","), options.snapshot_format);
  return inputs;
}

bool resumes(const WaveRun &options, const std::string &checkpoint, const char *of) {
  std::error_code problem;
  if (!options.resume || fs::exists(checkpoint, problem)) return options.resume;
  say(fmt::format("there is no checkpoint '{}': starting from the first {}", checkpoint, of));
  return false;
}

void throw_on(const Error &error, const std::string &place) {
  progress_done();
  if (error.exit != Exit::interrupted) throw;
  throw Error(Exit::interrupted,
              fmt::format("interrupted {}; the same command with --resume continues", place));
}

double run_to_the_end(const WaveRun &options, const WaveCase &c, const Engine &engine,
                      const LongRun &run, std::vector<Watcher> watchers, const KeptArrays &kept,
                      Wavefield &field) {
  const std::string checkpoint = run.product + ".checkpoint";
  std::error_code problem;
  if (resumes(options, checkpoint, "step")) {
    load_checkpoint(checkpoint, run.inputs, c, field, kept);
    say(fmt::format("resuming from step {} of {}", field.step, c.steps));
  }
  // A new checkpoint is whole before the old one goes.
  refuse_beyond_disk(run.product_bytes + 2 * bytes_of_checkpoint(field, kept), run.product,
                     "the product with the checkpoint of its run",
                     "make room, or choose another --output");
  watchers.push_back(progress_watcher(c, field.step));
  watchers.push_back(checkpoint_watcher(checkpoint, c, run.inputs, kept));
  try {
    const double wall = propagate(c, engine, watchers, field);
    progress_done();
    fs::remove(checkpoint, problem);
    return wall;
  } catch (const Error &error) {
    throw_on(error, fmt::format("at step {} of {}", field.step, c.steps));
  }
}

std::string pace_text(const WaveCase &c, const Engine &engine, double wall_s) {
  const double wavefield = c.steps * c.dt;
  return fmt::format("{}: {:g} s of wavefield in {}, {:.3g} times as fast as it happens",
                     engine.entry.name(), wavefield, seconds_text(wall_s), wavefield / wall_s);
}

}  // namespace ladder
