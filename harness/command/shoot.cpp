// ladder shoot: forward modelling. A source, a model, receivers: the gather that they record.
#include <fmt/format.h>

#include <filesystem>

#include "harness/command/commands.h"
#include "harness/command/draw_shot.h"
#include "harness/command/line/choose.h"
#include "harness/command/own_case.h"
#include "harness/command/products.h"
#include "harness/command/replay.h"
#include "harness/command/script.h"
#include "harness/command/seismic_run.h"
#include "harness/command/shoot_survey.h"
#include "harness/command/shot_of_case.h"
#include "harness/command/shown/progress.h"
#include "harness/command/shown/say_case.h"
#include "harness/command/wave_json.h"
#include "harness/seismic/shots/gather_of.h"

namespace ladder {
namespace {

Json shot_json(const WaveCase &c, const Engine &engine, const Gather &gather,
               const std::vector<std::string> &products, double wall_s) {
  Json json = run_json(c, engine);
  json["source"] = place_json(gather.source);
  json["traces"] = gather.traces();
  json["samples"] = gather.samples;
  json["wall_s"] = wall_s;
  json["products"] = products;
  return json;
}

}  // namespace

Exit run_shoot(const Options &options) {
  if (!options.sources.empty()) return shoot_survey(options);
  const CaseOverrides overrides = one_case(options);
  const WaveCase c = load_wave_case(options.problem_case, overrides);
  if (!c.captured) refuse_source_in_sponge(c);
  const std::string product = gather_product_of(options, gather_shape(c));
  check_engine_options(options);
  snapshot_steps(options, c.steps);
  claim_own_case(options);
  const Products products{files_of_gather(product),
                          {product},
                          {sibling(product, "_snapshots")},
                          {sibling(product, "_gather")}};
  if (!options.dry_run) claim_products(options, products);
  say_case(c);
  keep_own_case(options, overrides, c);
  refuse_run_beyond_memory(c, double(c.trace_values()), 0);
  const Engine engine = choose_engine(options, c);
  if (options.dry_run) return show_run(options, c, engine, all_files(options, products));
  std::vector<Watcher> watchers;
  const auto snapshots = snapshots_of(
      options, c, sibling(product, "_snapshots"), 1, [&c](int step) { return step * c.dt; },
      watchers);
  Wavefield field(c);
  const double bytes = bytes_of_gather(c) + (snapshots ? snapshots->bytes() : 0);
  const double wall = run_to_the_end(
      options, c, engine, {product, bytes, inputs_of_run(options, c, engine)}, watchers, {}, field);
  if (snapshots) snapshots->finish();
  if (c.captured) say(words_of_replay(c, field));
  Gather gather = gather_of(c, field);
  field = Wavefield(WaveCase{});  // its traces are in the gather: two copies are enough
  gather.description = description_of_shot(c, engine);
  write_gather(product, gather, options.overwrite);
  if (options.json)
    fmt::print("{}\n", shot_json(c, engine, gather, all_files(options, products), wall).dump());
  else
    fmt::print("{}\n{}: {} traces of {} samples, {:g} ms\n", pace_text(c, engine, wall), product,
               gather.traces(), gather.samples, 1e3 * gather.dt);
  if (options.plot) draw_shot(options, c, gather, product);
  draw_snapshots(options, c, sibling(product, "_snapshots"));
  return Exit::ok;
}

}  // namespace ladder
