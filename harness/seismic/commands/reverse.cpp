// ladder reverse: a recorded gather goes back in at its receivers, last sample first; where it
// comes together.
#include <fmt/format.h>

#include "harness/base/json.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/commands/reversal.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

struct ReverseOptions : SendingBack {
  void declare(Declared &declared) {
    declare_sending_back(declared);
    declare_products(declared);
  }
};

// What the map alone does not hold: FILE.json next to it, for people and for scripts/plot_focus.py.
void write_description(const ReverseOptions &options, const std::string &product, const WaveCase &c,
                       const Sent &sent, const Reversed &reversed) {
  const Position found = reversed.focus.place, source = sent.gather.source;
  const Json description = {
      {"quantity", "largest energy"},
      {"case", c.name},
      {"model", c.model},
      {"spacing", {c.dx, c.dz}},
      {"origin", {0, 0}},
      {"found", {found.x, found.z}},
      {"source", {source.x, source.z}},  // as the gather says; 0, 0 where it does not know
      {"time", reversed.time},
      {"width", {reversed.focus.width_x, reversed.focus.width_z}},
      {"prominence", reversed.focus.prominence}};
  write_whole(product + ".json", description.dump(1) + "\n", options.overwrite);
  if (options.json) fmt::print("{}\n", description.dump());
}

Exit run_reverse(const ReverseOptions &options) {
  CaseOverrides overrides = model_overrides(options);
  overrides.any_dt = true;  // the gather's samples are cut to what is stable
  const WaveCase c = load_wave_case(options.located, overrides);
  const std::string product = product_of(options, {".npy", ".vti", ".rsf", ".f32"});
  say_grid(c);
  const Sent sent = gather_to_send(options, c);
  check_engine_options(options);
  snapshot_steps(options, sent.gather.samples - 1);
  Products products{{product, product + ".json"}, {product}, {sibling(product, "_snapshots")}, {}};
  if (product.ends_with(".npy")) products.pictures = {sibling(product, "_focus")};
  if (!options.dry_run) claim_products(options, products);
  Way way = way_through(c, sent);
  say_way(way, sent.gather);
  set_engine(options, sent, choose_engine(options, way.reversed), way);
  if (options.dry_run)
    return show_run(options, way.reversed, way.engine, all_files(options, products));
  const Reversed reversed = send_back(options, way, sent, product, sibling(product, "_snapshots"));
  Grid map = model_part(c, c.velocity, "largest energy", "");
  map.values = reversed.most;
  write_grid(product, map, options.overwrite);
  write_description(options, product, c, sent, reversed);
  if (!options.json)
    fmt::print("focus: {}\n{}: the largest energy of every cell\n", focus_text(c, reversed),
               product);
  if (options.plot && product.ends_with(".npy"))
    draw_product(options, "focus", {product, "--output=" + sibling(product, "_focus")});
  draw_snapshots(options, c, sibling(product, "_snapshots"));
  return Exit::ok;
}

}  // namespace

const Command reverse_command = {
    "reverse",
    "Compute waves",
    "propagate a gather back in time, to where its waves came from",
    {"reverse --gather=shot.sgy --output=energy.npy --plot",
     "reverse --gather=shot.sgy --model=vp.npy --every=4 --output=energy.vti"},
    false,
    bind_options<ReverseOptions, run_reverse>};

}  // namespace ladder
