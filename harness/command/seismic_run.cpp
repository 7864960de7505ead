#include "harness/command/seismic_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "harness/command/choose.h"
#include "harness/command/progress.h"
#include "harness/command/script.h"
#include "harness/command/table.h"
#include "harness/error.h"
#include "harness/formats/ending.h"
#include "harness/plugin.h"
#include "harness/run/availability.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

Watcher progress_watcher(const Case &c, std::int32_t begin) {
  using clock = std::chrono::steady_clock;
  return {std::max(1, c.steps / 200), [&c, begin, start = clock::now()](const Wavefield &field) {
            const std::chrono::duration<double> gone = clock::now() - start;
            const double done = std::max(1, field.step - begin), left = c.steps - field.step;
            progress(fmt::format("step {} of {}, {} left", field.step, c.steps,
                                 seconds_text(gone.count() / done * left)));
          }};
}

}  // namespace

Engine choose_engine(const Options &options, const Case &c) {
  const Environment environment = read_environment();
  if (options.stages.empty() && options.knobs.empty()) return fastest_engine(c, environment);
  if (options.stages.size() != 1)
    throw UsageError(
        fmt::format("`ladder {}` runs on one stage: give one with --stage", options.command));
  const auto choices = choose(options);
  if (choices.size() != 1)
    throw UsageError(fmt::format("`ladder {}` takes one launch, and the lists make {}",
                                 options.command, choices.size()));
  Engine engine{choices[0].entry, choices[0].launch};
  if (engine.entry.plugin) engine.entry = load_plugin(engine.entry.path);
  const std::string lacking = lacks(*engine.entry.stage, environment);
  if (!lacking.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("stage '{}' cannot run here: {}", engine.entry.name(), lacking));
  return engine;
}

std::string product_of(const Options &options, const std::vector<std::string> &endings) {
  if (options.output.empty())
    throw UsageError(fmt::format("`ladder {}` needs --output=FILE, ending in {}", options.command,
                                 fmt::join(endings, " or ")));
  if (std::find(endings.begin(), endings.end(), ending_of(options.output)) == endings.end())
    throw UsageError(fmt::format("--output={}: `ladder {}` writes {}", options.output,
                                 options.command, fmt::join(endings, " or ")));
  std::error_code problem;
  if (fs::exists(options.output, problem) && !options.overwrite)
    throw FileError(fmt::format("'{}' is there already: --overwrite replaces it", options.output));
  const fs::path folder = fs::path(options.output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, problem))
    throw FileError(fmt::format("the folder of '{}' is not there", options.output));
  return options.output;
}

std::string beside(const std::string &product, const std::string &ending) {
  return (fs::path(product).parent_path() / (fs::path(product).stem().string() + ending)).string();
}

std::unique_ptr<Snapshots> snapshots_of(const Options &options, const Case &c,
                                        const std::string &folder, int cut,
                                        std::function<double(int)> time,
                                        std::vector<Watcher> &watchers) {
  std::unique_ptr<Snapshots> snapshots;
  if (options.snapshots.empty()) return snapshots;
  const int last = c.steps / cut;
  std::set<int> steps;
  for (const auto &text : options.snapshots) {
    const int step = whole_number("snapshots", text, 1, 100000000);
    if (step > last)
      throw UsageError(fmt::format("--snapshots={}: the run has {} steps", text, last));
    steps.insert(step * cut);
  }
  if (const int every = *steps.begin(); steps.size() == 1) {
    for (int step = every; step < c.steps; step += every) steps.insert(step);
    steps.insert(c.steps);
  }
  snapshots = std::make_unique<Snapshots>(c, SnapshotsAsked{folder,
                                                            options.snapshot_format,
                                                            {steps.begin(), steps.end()},
                                                            std::move(time),
                                                            options.overwrite || options.resume});
  watchers.push_back(snapshots->watcher());
  return snapshots;
}

void draw_snapshots(const Options &options, const std::string &folder) {
  if (!options.plot || options.snapshots.empty() || options.snapshot_format != "npy") return;
  draw("snapshots", {folder, "--model=" + folder + "/velocity.npy", "--output=" + folder});
}

double run_to_the_end(const Options &options, const Case &c, const Engine &engine,
                      const std::string &product, std::vector<Watcher> watchers,
                      const KeptArrays &kept, Wavefield &field) {
  const std::string checkpoint = product + ".checkpoint";
  std::error_code problem;
  if (options.resume) {
    if (fs::exists(checkpoint, problem)) {
      load_checkpoint(checkpoint, c, field, kept);
      say(fmt::format("going on from step {} of {}", field.step, c.steps));
    } else {
      say(fmt::format("there is no '{}' to go on from: beginning anew", checkpoint));
    }
  }
  watchers.push_back(progress_watcher(c, field.step));
  watchers.push_back(checkpoint_watcher(checkpoint, c, kept));
  try {
    const double wall = propagate(c, engine, watchers, field);
    progress_done();
    fs::remove(checkpoint, problem);
    return wall;
  } catch (const Error &error) {
    progress_done();
    if (error.exit != Exit::interrupted) throw;
    throw Error(Exit::interrupted,
                fmt::format("interrupted at step {} of {}; the same command with --resume goes on",
                            field.step, c.steps));
  }
}

std::string pace_text(const Case &c, const Engine &engine, double wall_s) {
  const double wavefield = c.steps * c.dt;
  return fmt::format("{}: {:g} s of wavefield in {}, {:.3g} times as fast as it happens",
                     engine.entry.name(), wavefield, seconds_text(wall_s), wavefield / wall_s);
}

}  // namespace ladder
