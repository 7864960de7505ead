#include "harness/command/shoot_survey.h"

#include <fmt/format.h>

#include "harness/base/enough_room.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/command/choose.h"
#include "harness/command/own_case.h"
#include "harness/command/progress.h"
#include "harness/command/say_case.h"
#include "harness/command/seismic_run.h"
#include "harness/command/shot_of_case.h"
#include "harness/command/wave_json.h"
#include "harness/formats/claim.h"
#include "harness/formats/survey.h"
#include "harness/problems/wave/places.h"
#include "harness/problems/wave/spread.h"
#include "harness/seismic/gather_of.h"
#include "harness/seismic/shots_left.h"
#include "harness/seismic/source_places.h"

namespace ladder {
namespace {

WaveCase case_of_source(const Options &options, const Position &place) {
  CaseOverrides over = one_case(options);
  over.source = fmt::format("{},{}", place.x, place.z);
  return load_wave_case(options.problem_case, over);
}

// All of them, before the first is shot.
void check_places(const Options &options, const WaveCase &first,
                  const std::vector<Position> &places) {
  if (first.model_cells.y > 1)
    throw UsageError("--sources takes places along x and z: the case has three dimensions");
  for (const Position &place : places) {
    if (!cell_at(first, place))
      throw UsageError(fmt::format("--sources={}: the source at {} is outside the model, {}",
                                   options.sources, place_text(first, place), extent_text(first)));
    WaveCase moved = first;
    set_source(place, moved);
    refuse_source_in_sponge(moved);
  }
  if (const auto words = between_text("sources", places, first); !words.empty()) say(words);
}

Gather shoot_one(const WaveCase &c, const Engine &engine, const ShotsLeft &left) {
  Wavefield field(c);
  const Watcher tell{std::max(1, c.steps / 50), [&](const Wavefield &now) {
                       progress(left.text(double(now.step) / c.steps));
                     }};
  propagate(c, engine, {tell}, field);
  return gather_of(c, field);
}

}  // namespace

Exit shoot_survey(const Options &options) {
  const std::vector<Position> places = source_places(options.sources);
  const WaveCase first = case_of_source(options, places.front());
  check_places(options, first, places);
  const std::string product = product_of(options, {".sgy", ".segy", ".su"});
  refuse_unwritable(product, gather_shape(first), options.overwrite);
  check_engine_options(options);
  if (!options.dry_run) claim_products(options, {{product}, {}, {}, {}});
  say_case(first);
  keep_own_case(options, one_case(options), first);
  const double bytes = bytes_of_gather(first) * double(places.size());
  // The shots, and as much while they are written.
  refuse_run_beyond_memory(first, double(first.trace_values()), 2 * bytes);
  refuse_beyond_disk(bytes, product, "the survey", "make room, or choose another --output");
  const Engine engine = choose_engine(options, first);
  if (options.dry_run) return show_run(options, first, engine, {product});
  std::vector<Shot> shots;
  ShotsLeft left(places.size());
  for (const Position &place : places) {
    const WaveCase c = case_of_source(options, place);
    shots.push_back({static_cast<int>(shots.size()) + 1, shoot_one(c, engine, left)});
    left.shot_done();
  }
  progress_done();
  shots.front().gather.description =
      fmt::format("{} shots, the first:\n{}", shots.size(), description_of_shot(first, engine));
  write_survey(product, shots, options.overwrite);
  if (options.json) {
    Json json = run_json(first, engine);
    json["shots"] = shots.size();
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

}  // namespace ladder
