#include <fmt/format.h>

#include <filesystem>

#include "harness/answers/options/choose.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/base/json.h"
#include "harness/base/numbers.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/formats/gather.h"
#include "harness/formats/new_file.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/wave/places.h"
#include "harness/seismic/commands/worker_crew.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {
namespace {

// "FIRST:LAST:STEP" or "FIRST:LAST:STEP,Z": places along x at one depth [m]; or a file with x z a
// line.
std::vector<Position> source_places(const std::string &asked) {
  if (is_line_of_places(asked)) return line_of_places(asked, fmt::format("--sources={}", asked));
  std::vector<Position> places;
  for (const auto &one : read_lines_of_numbers(asked, 2, "x z in metres"))
    places.push_back({one.numbers[0], 0, one.numbers[1]});
  if (places.empty()) throw FileError(fmt::format("'{}' lists no source", asked));
  return places;
}

WaveCase first_case(const ShootOptions &options, const Position &place) {
  CaseOverrides over = one_case(options);
  over.source = fmt::format("{},{}", place.x, place.z);
  return load_wave_case(options.located, over);
}

// All of them, before the first is shot.
void check_places(const ShootOptions &options, const WaveCase &first,
                  const std::vector<Position> &places) {
  if (first.model_cells.y > 1)
    throw UsageError("--sources takes positions along x and z, but the case has three dimensions");
  for (const Position &place : places) {
    if (!cell_at(first, place)) {
      const bool of_file = options.located.made || !one_case(options).model.empty();
      throw UsageError(fmt::format("--sources={}: the source at {} is outside the model, {}{}",
                                   options.sources, place_text(first, place), extent_text(first),
                                   of_file ? other_axes(first, place) : ""));
    }
    WaveCase moved = first;
    set_source(place, moved);
    refuse_source_in_sponge(moved);
  }
  if (const auto words = between_text("sources", places, first); !words.empty()) say(words);
}

// The traces of one shot.
std::vector<float> shoot_one(const WaveCase &c, const Engine &engine, const ShotsLeft *left) {
  Wavefield field(c);
  const Watcher tell{std::max(1, c.steps / 50), [&](const Wavefield &now) {
                       if (left) progress(left->text(double(now.step) / c.steps));
                     }};
  propagate(c, engine, {tell}, field);
  return gather_of(c, field).values;
}

struct Survey {
  const ShootOptions &options;
  const WaveCase &first;
  const std::vector<Position> &places;
  const Engine &engine;
};

Inputs inputs_of_survey(const Survey &survey) {
  Inputs inputs = inputs_of(survey.first, survey.engine);
  std::string places;
  for (const Position &at : survey.places) places += fmt::format("{},{},{};", at.x, at.y, at.z);
  inputs["places"] = fmt::format("{} of sources, {}", survey.places.size(), hash_of_all(places));
  return inputs;
}

// In the order of the places, each kept on disk as it is done.
std::vector<Shot> shoot_all(const Survey &survey, const std::vector<WorkerPlace> &workers,
                            Workers &started, ShotsLeft &left) {
  const auto &[options, first, places, engine] = survey;
  const std::string path = options.output + ".checkpoint";
  const Inputs inputs = inputs_of_survey(survey);
  const auto values = static_cast<std::size_t>(first.trace_values());
  std::vector<Shot> shots;
  const auto keep = [&](std::vector<float> traces) {
    Gather gather = gather_shape(with_source(first, places[shots.size()]));
    gather.values = std::move(traces);
    shots.push_back({static_cast<int>(shots.size()) + 1, std::move(gather)});
  };
  const bool go_on = resumes(options, path, "shot");
  ShotsFile file(path, inputs, values, go_on, keep);
  if (go_on) say(fmt::format("resuming after shot {} of {}", shots.size(), places.size()));
  left = ShotsLeft(places.size(), shots.size());
  const auto take = [&](std::vector<float> traces) {
    file.add(traces);
    keep(std::move(traces));
    left.shot_done();
    progress(left.text(0));
  };
  try {
    if (workers.empty())
      while (shots.size() < places.size())
        take(shoot_one(with_source(first, places[shots.size()]), engine, &left));
    else
      shots_by_workers(options, options, workers, started, inputs,
                       {engine.entry.name(), shots.size(), places.size(), values}, take);
    progress_done();
  } catch (const Error &error) {
    throw_on(error, fmt::format("in shot {} of {}", shots.size() + 1, places.size()));
  }
  return shots;
}

std::string spacing_text(const WaveCase &c) {
  return c.model_cells.y > 1 ? fmt::format("{:g} x {:g} x {:g} m (z, x, y)", c.dz, c.dx, c.dy)
                             : fmt::format("{:g} x {:g} m (z, x)", c.dz, c.dx);
}

// Sample 1 of a trace is not the wavelet's peak, and byte 109 of its header is 0.
std::string wavelet_text(const WaveCase &c) {
  if (c.source_cells.empty()) return "";
  return fmt::format("\nwavelet of {:.3g} to {:.3g} Hz, its peak {:g} s after the first sample",
                     c.band.low, c.band.high, c.wavelet_delay);
}

}  // namespace

Exit shoot_survey(const ShootOptions &options) {
  if (is_survey_worker()) prepare_device(options);
  const std::vector<WorkerPlace> workers = workers_of(options, options);
  const std::vector<Position> places = source_places(options.sources);
  Workers started;
  if (!options.dry_run) started = start_workers(options, workers);
  const WaveCase first = first_case(options, places.front());
  if (is_survey_worker()) {
    const Engine engine = engine_of_crew(options);
    const auto compute = [&](std::size_t shot) {
      answer_crew(shoot_one(with_source(first, places.at(shot)), engine, nullptr));
    };
    serve_shots(inputs_of_survey({options, first, places, engine}), {{}, compute, {}});
  }
  check_places(options, first, places);
  const std::string product = product_of(options, {".sgy", ".segy", ".su"});
  refuse_unwritable(product, gather_shape(first), options.overwrite);
  check_engine_options(options);
  if (!options.dry_run) claim_products(options, {{product}, {product}, {}, {}});
  say_case(first);
  keep_own_case(options, options, one_case(options), first, options.dry_run, options.overwrite);
  const double bytes = bytes_of_gather(first) * double(places.size());
  // The shots, and as much while they are written.
  refuse_run_beyond_memory(first, double(first.trace_values()), 2 * bytes);
  refuse_beyond_disk(2 * bytes, product, "the survey with the checkpoint of its shots",
                     "make room, or choose another --output");
  const Engine engine = choose_engine(options, first);
  if (options.dry_run) return show_run(options, first, engine, {product});
  ShotsLeft left(places.size());
  std::vector<Shot> shots = shoot_all({options, first, places, engine}, workers, started, left);
  shots.front().gather.description =
      fmt::format("{} shots, the first:\n{}", shots.size(), description_of_shot(first, engine));
  write_survey(product, shots, options.overwrite);
  std::error_code problem;
  std::filesystem::remove(product + ".checkpoint", problem);
  if (options.json) {
    Json json = run_json(first, engine);
    json["shots"] = shots.size();
    json["workers"] = workers.size();
    json["wall_s"] = left.seconds();
    json["products"] = {product};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}: {} shots of {} traces of {} samples, {:g} ms, in {}\n", product, shots.size(),
               shots.front().gather.traces(), first.steps + 1, 1e3 * first.dt,
               seconds_text(left.seconds()));
  }
  return Exit::ok;
}

void refuse_source_in_sponge(const WaveCase &c) {
  // Of the cells around a source between cells that are in a sponge, the nearest decides.
  const ladder_cell at = *cell_at(c, source_of(c));
  const auto z = static_cast<std::size_t>(at.z), x = static_cast<std::size_t>(at.x),
             y = static_cast<std::size_t>(at.y);
  if (c.sponge_z[z] < 1 || c.sponge_x[x] < 1 || c.sponge_y[y] < 1)
    throw UsageError(fmt::format(
        "the source at {} is in the sponge, which would absorb its waves: move it, or pad the case",
        place_text(c, source_of(c))));
}

std::string description_of_shot(const WaveCase &c, const Engine &engine) {
  return fmt::format(
      "case {}, model {}\nstage {} of ladder {}, half-length {}, {} operator\n"
      "cells of {}{}\n"
      "pressure, {}",
      c.name, c.model, engine.entry.name(), read_environment().build.commit, c.half_length,
      c.operator_family, spacing_text(c), wavelet_text(c),
      c.source_cells.empty() ? "without a source" : "source at " + place_text(c, source_of(c)));
}

}  // namespace ladder
