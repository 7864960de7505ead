// ladder shoot: forward modelling. A source, a model, receivers: the gather that they record.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>

#include "harness/answers/options/case_choice.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/json.h"
#include "harness/base/progress.h"
#include "harness/formats/gather.h"
#include "harness/formats/grid.h"
#include "harness/formats/new_file.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/commands/worker_crew.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {
namespace {

// The page of --plot: model, source, receivers and gather.

namespace fs = std::filesystem;

// The grid and its description, for the script; returns the path.
std::string put(const TemporaryFolder &folder, const std::string &name, const Grid &grid,
                const Json &description) {
  const std::string path = folder.path + "/" + name;
  write_grid(path, grid);
  write_whole(path + ".json", description.dump(), false);
  return path;
}

Grid grid_of_gather(const Gather &gather) {
  Grid grid;
  grid.axes = {{'?', static_cast<std::int64_t>(gather.traces())},
               {'?', static_cast<std::int64_t>(gather.samples)}};
  grid.values = gather.values;
  return grid;
}

Json description_of(const Gather &gather) {
  const auto &receivers = gather.receivers;
  const double apart = receivers.size() > 1 ? receivers[1].x - receivers[0].x : 0;
  Json description = {{"spacing", {apart > 0 ? apart : 1, gather.dt}},
                      {"origin", {receivers[0].x, gather.start}},
                      {"receivers", Json::array()}};
  for (const Position &at : receivers) description["receivers"].push_back({at.x, at.z});
  return description;
}

// PRODUCT_gather.svg and .png next to the product. Of a volume the gather alone, its traces in a
// row.
void draw_shot(const WaveRun &options, const WaveCase &c, const Gather &gather,
               const std::string &product) {
  const std::string output = "--output=" + sibling(product, "_gather");
  if (c.model_cells.y > 1) return draw_product(options, "gather", {product, output, "--by=number"});
  const TemporaryFolder folder("--plot");
  const std::string model = put(folder, "model.npy", model_part(c, c.velocity, "velocity", "m/s"),
                                {{"spacing", {c.dx, c.dz}}, {"origin", {0, 0}}, {"unit", "m/s"}});
  Json description = description_of(gather);
  if (!c.source_cells.empty()) description["source"] = {gather.source.x, gather.source.z};
  const std::string traces =
      put(folder, fs::path(product).stem().string() + ".npy", grid_of_gather(gather), description);
  draw_product(options, "shot",
               {traces, "--model=" + model, output, "--title=Shot of case " + c.name});
}

}  // namespace

void ShootOptions::declare(Declared &declared) {
  using enum CaseOption::Part;
  declare_stages(declared);
  declared.add("Stages", {launch_option()});
  declared.add("Case", {case_option(), replay_option()});
  declared.add("Case", options_of_case(model | reading | raw | source));
  declared.add("Case",
               {{"--sources", Text{&sources, "X:X:STEP[,Z]|FILE", Offer::files},
                 "a survey: one shot for each position from the first X to the second, or for each "
                 "line `x z` of a file. All shots go into one .sgy or .su file",
                 "m"}});
  declared.add("Case", worker_options());
  declared.add("Case", options_of_case(all & ~(model | reading | raw | source)));
  declare_products(declared, {write_case_option()});
}

void ShootOptions::settle() {
  refuse_idle_case_options();
  if (!sources.empty()) refuse({"--write-case"}, "a survey cannot be written as a case file");
  refuse_idle_pictures();
  refuse_idle_launch();
  if (!sources.empty())
    refuse({"--source", "--snapshots", "--plot"},
           "--sources computes a survey, whose shots go into one file");
  else
    refuse({"--workers"}, "a single shot is computed by one process; add --sources for a survey");
  refuse_idle_limit(*this);
  locate_or_make();
  settle_stages();
}

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

// Of a captured case whose run is done: whether its field has the bits of the program's, or how far
// it is from them.
std::string words_of_replay(const WaveCase &c, const Wavefield &field) {
  const std::vector<float> &wanted = c.captured->after;
  if (c.steps != c.captured->steps)
    return fmt::format(
        "replayed: {} of {} captured steps, so the field is not compared with the program's",
        c.steps, c.captured->steps);
  if (std::memcmp(wanted.data(), field.now.data(), wanted.size() * sizeof(float)) == 0)
    return fmt::format("replayed: after {} steps the field is the program's, bit for bit", c.steps);
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    largest = std::max(largest, std::abs(double(wanted[i])));
    difference = std::max(difference, std::abs(double(wanted[i]) - field.now[i]));
  }
  return fmt::format(
      "replayed: after {} steps the field differs from the program's by at most {:.3g}, {:.2g} of "
      "its largest value",
      c.steps, difference, largest > 0 ? difference / largest : HUGE_VAL);
}

Exit run_shoot(const ShootOptions &options) {
  if (!options.sources.empty()) return shoot_survey(options);
  const CaseOverrides overrides = one_case(options);
  const WaveCase c = load_wave_case(options.located, overrides);
  if (!c.captured) refuse_source_in_sponge(c);
  const std::string product = gather_product_of(options, gather_shape(c));
  check_engine_options(options);
  snapshot_steps(options, c.steps);
  options.claim(options.overwrite, options.dry_run);
  const Products products{files_of_gather(product),
                          {product},
                          {sibling(product, "_snapshots")},
                          {sibling(product, "_gather")}};
  if (!options.dry_run) claim_products(options, products);
  say_case(c);
  keep_own_case(options, options, overrides, c, options.dry_run, options.overwrite);
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

}  // namespace

const Command shoot_command = {
    "shoot",
    "Compute waves",
    "compute a shot: the gather that the receivers record, and snapshots of the wavefield",
    {"shoot --case=small --output=shot.sgy", "shoot --model=vp.npy --spacing=7.5 --plot",
     "shoot --case=small --sources=200:2000:200,40 --output=survey.sgy",
     "shoot --source=6000,1000 --wavelet=ricker:12 --snapshots=500 --plot --output=shot.su"},
    false,
    bind_options<ShootOptions, run_shoot>};

}  // namespace ladder
