// ladder locate: where and when did it happen, in one velocity model or in several, ranked by
// focus.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/answers/records/record_file.h"
#include "harness/base/error.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/commands/reversal.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/focus.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

struct LocateOptions : SendingBack {
  Names models;

  void declare(Declared &declared) {
    declare_sending_back(
        declared, {{"--models", Texts{&models, "MODEL,...", Offer::files},
                    "velocity models to compare: `case` or a file, each with an optional *FACTOR "
                    "or ~METRES of smoothing"}});
    declared.add("Output", {output_option(output), resume_option(resume), json_option(json),
                            dry_run_option(dry_run)});
  }
  void settle() {
    using enum CaseOption::Part;
    refuse_idle_case_options();
    // The first of several makes the case for all; without --spacing they are models of the default
    // case.
    if (overrides.model.empty() && !overrides.spacing.empty() && !models.empty())
      overrides.model = file_of_variant(models.front());
    // Models are read by the same words.
    locate_or_make(models.empty() ? 0u : reading | raw);
    settle_stages();
  }
};

WaveCase stretch_of(const WaveCase &whole, int steps) {
  WaveCase c = whole;
  c.steps = std::min(whole.steps, steps);
  c.wavelets.assign(c.source_cells.size() * static_cast<std::size_t>(c.steps), 0.0f);
  return c;
}

// Seconds of wavefield per second of wall time, from a stretch of the case that takes about a tenth
// of a second, with a look for the focus every so many steps; the set-up of the stage is not
// counted. 0: the stage refuses the case or fails.
double pace(const WaveCase &whole, const Engine &engine, int every) {
  constexpr double enough_s = 0.1;
  try {
    for (int steps = 2;; steps *= 4) {
      const WaveCase c = stretch_of(whole, steps);
      Wavefield field(c);
      FocusFinder finder(c, every);
      const double wall = propagate(c, engine, {finder.watcher()}, field);
      if (wall >= enough_s || c.steps == whole.steps) return c.steps * c.dt / wall;
    }
  } catch (const Error &error) {
    if (error.exit == Exit::interrupted) throw;
    return 0;
  }
}

// How many models are tested while the record lasts: by those that were computed at once, and by
// each stage that computes one after another.
void print_paces(const ModelsBack &back, const Rate &rate, const LocateOptions &options,
                 const WaveCase &model, const Sent &sent, std::size_t models) {
  const int cut = steps_per_sample(model, sent.gather, sent.longest_step);
  const WaveCase c = reverse_case(model, sent.gather, cut, &sent.band);
  const double record_s = c.steps * c.dt;
  const Environment environment = read_environment();
  // At once: a stage that fails below must not take this answer with it.
  if (rate.models) {
    const double a_second = double(rate.models) / rate.seconds;
    fmt::print(
        "\n{}: {} models in {}, {} at once: {:.3g} a second, {:.0f} while the record lasts\n",
        back.together()->entry.name(), rate.models, seconds_text(rate.seconds), back.at_once(),
        a_second, std::floor(a_second * record_s));
    std::fflush(stdout);
  }
  Table table({{"stage"},
               {"at once", Table::Align::right},
               {"models a second", Table::Align::right},
               {"while the record lasts", Table::Align::right},
               {"keeps up"}});
  const auto row = [&](const StageEntry &entry, std::size_t at_once, double in_record) {
    table.row({entry.name(), std::to_string(at_once), fmt::format("{:.3g}", in_record / record_s),
               fmt::format("{:.0f}", std::floor(in_record)),
               in_record >= double(models) ? "yes" : "no"});
  };
  for (const StageEntry &entry : built_in_stages()) {
    if (entry.ladder != c.ladder || !lacks(*entry.stage, environment).empty()) continue;
    if (back.together() && entry.name() == back.together()->entry.name()) {
      if (rate.models) row(entry, back.at_once(), double(rate.models) * record_s / rate.seconds);
      continue;
    }
    progress(fmt::format("the pace of {} ...", entry.name()));
    const double in_record = pace(c, {entry, make_launch(*entry.stage, {})}, options.every * cut);
    if (in_record > 0) row(entry, 1, in_record);
  }
  progress_done();
  fmt::print(
      "\nnear real time: how many models a stage tests on this machine now; the record lasts "
      "{:.4g} s, and {} model{} asked for.\nOf a stage that computes several at once, their "
      "preparation is counted.\n{}",
      record_s, models, models == 1 ? " was" : "s were", table.text());
}

Exit show_models(const LocateOptions &options, const std::vector<std::string> &models,
                 const std::vector<WaveCase> &cases) {
  const Sent sent = gather_to_send(options, cases[0]);
  const ModelsBack back(options, sent, cases);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const int cut = steps_per_sample(cases[i], sent.gather, sent.longest_step);
    const WaveCase c = reverse_case(cases[i], sent.gather, cut, &sent.band);
    if (!options.json) fmt::print("{}: ", models[i]);
    const bool last = i + 1 == models.size() && !options.output.empty();
    show_run(options, c, back.together() ? *back.together() : choose_engine(options, c),
             last ? std::vector{options.output} : std::vector<std::string>{});
  }
  return Exit::ok;
}

// Each model has its own checkpoint: --resume comes past those before the one that was interrupted.
std::vector<std::string> runs_of(const LocateOptions &options, std::size_t models) {
  // The gather may lie where nothing can be written.
  const std::string product = options.output.empty()
                                  ? std::filesystem::path(options.gather).filename().string()
                                  : options.output;
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < models; ++i)
    runs.push_back(models > 1 ? fmt::format("{}.{}", product, i + 1) : product);
  return runs;
}

Exit run_locate(const LocateOptions &options) {
  const CaseOverrides overrides = model_overrides(options);
  const auto models = options.models.empty() ? std::vector<std::string>{"case"} : options.models;
  // All are read before any is run, so that the last one's mistake is not found out after an hour.
  std::vector<WaveCase> cases;
  for (const auto &model : models) cases.push_back(load_variant(model, options.located, overrides));
  if (options.dry_run) return show_models(options, models, cases);
  check_engine_options(options);
  const Sent sent = gather_to_send(options, cases[0]);
  const auto runs = runs_of(options, models.size());
  std::optional<RecordFile> file;
  if (!options.output.empty()) {
    file.emplace(options.output, records_of_places);
    lock_output(options.output);
  }
  claim_products(options, {{}, runs, {}, {}});
  const auto before = done_before(options);
  say_grid(cases[0]);
  std::vector<Located> ranks;
  const auto done = [&](std::size_t i, const Way &way) {
    const Json found = found_before(before, models[i], way.inputs);
    if (!found.is_null()) ranks.push_back({models[i], found});
    return !found.is_null();
  };
  const auto result = [&](std::size_t i, const Way &way, const Reversed &reversed) {
    const Json found = description(models[i], cases[i], options.gather, sent, way, reversed);
    if (file) file->append(found);
    if (options.json) fmt::print("{}\n", found.dump());
    say(fmt::format("{}: {}", models[i], focus_text(cases[i], reversed)));
    ranks.push_back({models[i], found});
  };
  const ModelsBack back(options, sent, cases);
  const Rate rate = back.run(runs, done, result);
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const Located &a, const Located &b) { return a.relative() > b.relative(); });
  if (!options.json) {
    print_ranks(ranks, cases[0]);
    print_paces(back, rate, options, cases[0], sent, models.size());
  }
  return Exit::ok;
}

}  // namespace

const Command locate_command = {
    "locate",
    "Compute waves",
    "locate an event in space and time: reverse a gather in one or several models",
    {"locate --gather=shot.sgy",
     "locate --gather=shot.sgy --models='case,case*1.02,case~200' --output=found.jsonl"},
    false,
    bind_options<LocateOptions, run_locate>};

}  // namespace ladder
