// ladder zsr: the zero source-receiver offset experiment. Every reflector explodes at once, the
// surface records a section, and the section goes back in time to the map of reflectors.
#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

struct ZsrOptions : WaveRun {
  void declare(Declared &declared) {
    using enum CaseOption::Part;
    declare_stages(declared);
    declared.add("Case", {case_option()});
    declared.add("Case", options_of_case(model | reading | raw | receivers | grid | dt | nt |
                                         half_length | family));
    declare_products(declared);
  }
};

void write_map(const ZsrOptions &options, const WaveCase &c, const std::vector<float> &map,
               const std::string &file) {
  write_grid(file, model_part(c, map, "reflectivity", ""), options.overwrite);
}

Exit run_zsr(const ZsrOptions &options) {
  const WaveCase whole = load_wave_case(options.located, one_case(options));
  const std::string product = gather_product_of(options, gather_shape(whole));
  const std::string map_file = sibling(product, "_map.npy"),
                    image_file = sibling(product, "_image.npy");
  check_engine_options(options);
  snapshot_steps(options, whole.steps);
  const std::string up_run = sibling(product, "_up"), down_run = sibling(product, "_down");
  Products products{files_of_gather(product),
                    {up_run, down_run},
                    {up_run, down_run},
                    {sibling(product, "_figure9")}};
  products.files.insert(products.files.end(), {map_file, image_file});
  if (!options.dry_run) claim_products(options, products);
  // The cases of both ways, the wavefields of both, the map and the image; the section, and as
  // wavelets.
  const double traces = double(whole.trace_values());
  refuse_run_beyond_memory(whole, traces, 4 * (8 * double(whole.cells()) + 2 * traces));
  const WaveCase c = with_half_the_velocity(whole);
  say_grid(c);
  say_waves(c, dispersion_of_reflectors(c));
  const auto map = reflectivity_map(c);
  const Engine engine = choose_engine(options, c);
  if (options.dry_run) return show_run(options, c, engine, all_files(options, products));

  // Up: p(0) = p(-1) = the map, at rest.
  Wavefield up(c);
  up.now = up.before = map;
  std::vector<Watcher> watchers;
  const auto rising = snapshots_of(
      options, c, up_run, 1, [&](int step) { return step * c.dt; }, watchers);
  const double maps = 8 * double(c.model_cells.z) * c.model_cells.x * c.model_cells.y;
  const auto bytes = [&](const std::unique_ptr<Snapshots> &series) {
    return bytes_of_gather(c) + maps + (series ? series->bytes() : 0);
  };
  const double up_s =
      run_to_the_end(options, c, engine, {up_run, bytes(rising), inputs_of_run(options, c, engine)},
                     watchers, {}, up);
  if (rising) rising->finish();
  Gather section = gather_of(c, up);
  section.description = fmt::format(
      "case {}, model {}\nzero-offset section from exploding reflectors, "
      "half the velocity\npressure",
      c.name, c.model);

  // Down: the section goes back in.
  const WaveCase back = reverse_case(c, section, 1);
  Wavefield down(back);
  watchers.clear();
  const auto sinking = snapshots_of(
      options, back, down_run, 1, [&](int step) { return time_of_step(section, 1, step); },
      watchers);
  const double down_s = run_to_the_end(
      options, back, engine, {down_run, bytes(sinking), inputs_of_run(options, back, engine)},
      watchers, {}, down);
  if (sinking) sinking->finish();
  // A source of pressure sends the time integral of what is put in, so the map is in the rate of
  // change.
  std::vector<float> image = down.now;
  for (std::size_t i = 0; i < image.size(); ++i) image[i] -= down.before[i];

  write_gather(product, section, options.overwrite);
  write_map(options, c, map, map_file);
  write_map(options, c, image, image_file);
  if (options.json) {
    Json json = run_json(c, engine);
    json["traces"] = section.traces();
    json["samples"] = section.samples;
    json["wall_s"] = up_s + down_s;
    json["correlation"] = correlation(c, map, image);
    json["products"] = all_files(options, products);
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}\n{}\n", pace_text(c, engine, up_s), pace_text(back, engine, down_s));
    fmt::print(
        "{}: the section, {} traces of {} samples\n{}: the map of reflectors\n{}: the map that was "
        "recovered\n",
        product, section.traces(), section.samples, map_file, image_file);
    fmt::print("correlation of the two maps: {:.3f} (1: fully recovered)\n",
               correlation(c, map, image));
  }
  if (options.plot) {
    std::vector<std::string> words = {"--section=" + product,
                                      "--output=" + sibling(product, "_figure9")};
    if (!options.snapshots.empty() && options.snapshot_format == "npy") {
      words.push_back("--forward=" + up_run);
      words.push_back("--backward=" + down_run);
    }
    draw_product(options, "zsr", words);
  }
  return Exit::ok;
}

}  // namespace

const Command zsr_command = {
    "zsr",
    "Compute waves",
    "compute a zero-offset section from exploding reflectors, and propagate it back",
    {"zsr --case=small --output=section.sgy", "zsr --snapshots=500 --plot --output=section.su"},
    false,
    bind_options<ZsrOptions, run_zsr>};

}  // namespace ladder
