#include "harness/seismic/commands/reversal.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/progress.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/places.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

bool same_position(const Position &a, const Position &b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Traces without places would come together at a corner, with great confidence.
void refuse_without_geometry(const std::string &path, const Gather &gather) {
  const auto stand_at = [&](const Position &place) {
    return std::all_of(gather.receivers.begin(), gather.receivers.end(),
                       [&](const Position &p) { return same_position(p, place); });
  };
  const bool nowhere = same_position(gather.source, {}) && stand_at({});
  if (!nowhere && (gather.traces() == 1 || !stand_at(gather.receivers[0]))) return;
  throw FileError(fmt::format(
      "'{}' does not say where its traces were recorded: {}. Place them with --receivers=surface, "
      "depth:Z, borehole:X or a file with one line `x z` for each of the {} traces",
      path, nowhere ? "all its coordinates are 0" : "all its receivers have the same position",
      gather.traces()));
}

void place_traces(const SendingBack &options, Gather &gather) {
  const auto places = receiver_places(case_file(options.located), options.overrides.receivers);
  if (places.size() != gather.traces())
    throw UsageError(fmt::format("--receivers={} gives {} positions, but '{}' has {} traces",
                                 options.overrides.receivers, places.size(), options.gather,
                                 gather.traces()));
  gather.receivers = places;
}

}  // namespace

void SendingBack::declare_sending_back(Declared &declared, const std::vector<Option> &more) {
  using enum CaseOption::Part;
  const char *const title = "Sending a gather back";
  declare_stages(declared);
  declared.add("Case", {case_option()});
  declared.add("Case", options_of_case(model | reading | raw | receivers | grid | dt | half_length |
                                       family));
  declared.add(title, {{"--gather", Text{&gather, "FILE", Offer::files},
                        "the recorded traces, a .sgy, .su or .rsf file"},
                       shot_option()});
  declared.add(title, header_options());
  declared.add(title, more);
  declared.add(
      title,
      {{"--every", Whole{&every, 1, 1000000},
        "steps between two searches for the focus; a sixteenth of a period is enough", "steps"}});
}

CaseOverrides model_overrides(const SendingBack &options) {
  CaseOverrides overrides = one_case(options);
  overrides.receivers.clear();
  overrides.dt.clear();
  return overrides;
}

Sent gather_to_send(const SendingBack &options, const WaveCase &model) {
  if (options.gather.empty())
    throw UsageError(
        fmt::format("`ladder {}` needs --gather=FILE, .sgy, .su or .rsf", options.command));
  Sent sent{read_gather(options.gather, options.gather_overrides), {}, {}, {}};
  if (options.overrides.receivers.empty())
    refuse_without_geometry(options.gather, sent.gather);
  else
    place_traces(options, sent.gather);
  const std::string words = between_text("receivers of the gather", sent.gather.receivers, model);
  if (!words.empty()) say(words);
  sent.cleaned = clean_gather(sent.gather);
  for (const auto &notes : {sent.gather.notes, sent.cleaned.notes})
    for (const auto &note : notes) say(note);
  sent.band = band_of_gather(sent.gather);
  sent.hash = hash_of(sent.gather);
  sent.longest_step = longest_step(options.overrides.dt);
  return sent;
}

Way way_through(const WaveCase &model, const Sent &sent) {
  const Gather &gather = sent.gather;
  Way way;
  way.cut = steps_per_sample(model, gather, sent.longest_step);
  // The case's own copy of the model, wavelets as long as the traces, two maps of the focus and
  // their product.
  const double model_cells =
      double(model.model_cells.z) * model.model_cells.x * model.model_cells.y;
  refuse_run_beyond_memory(model, 0,
                           4 * (2 * double(model.cells()) + 4 * model_cells +
                                double(way.cut) * double(gather.values.size())));
  way.reversed = reverse_case(model, gather, way.cut, &sent.band);
  way.dispersion = dispersion(way.reversed);
  return way;
}

void say_way(const Way &way, const Gather &gather) {
  const WaveCase &c = way.reversed;
  if (way.cut > 1)
    say(
        fmt::format("{}: each sample of {:g} ms is divided into {} steps; in the model's {:g} m/s "
                    "they are stable up to {:.4g} ms",
                    c.model, 1e3 * gather.dt, way.cut, c.fastest, 1e3 * largest_stable_dt(c)));
  say_waves(c, way.dispersion);
}

void set_engine(const SendingBack &options, const Sent &sent, const Engine &engine, Way &way) {
  way.engine = engine;
  way.inputs = inputs_of_run(options, way.reversed, engine);
  way.inputs["gather"] = sent.hash;
  way.inputs["every"] = std::to_string(options.every);
}

Reversed send_back(const SendingBack &options, const Way &way, const Sent &sent,
                   const std::string &product, const std::string &snapshots) {
  const WaveCase &c = way.reversed;
  const auto time = [&](int step) { return time_of_step(sent.gather, way.cut, step); };
  FocusFinder finder(c, options.every * way.cut);
  std::vector<Watcher> watchers = {finder.watcher()};
  std::unique_ptr<Snapshots> series;
  if (!snapshots.empty()) series = snapshots_of(options, c, snapshots, way.cut, time, watchers);
  Wavefield field(c);
  const double map_bytes = 4 * double(c.model_cells.z) * c.model_cells.x * c.model_cells.y;
  const double wall_s = run_to_the_end(
      options, c, way.engine, {product, map_bytes + (series ? series->bytes() : 0), way.inputs},
      watchers, finder.state(), field);
  if (series) series->finish();
  Reversed reversed = reversed_to(finder.focus(), way, sent, wall_s);
  reversed.most = finder.most();
  say(pace_text(c, way.engine, wall_s));
  return reversed;
}

Reversed reversed_to(const Focus &focus, const Way &way, const Sent &sent, double wall_s) {
  return {focus,
          way.dispersion,
          time_of_step(sent.gather, way.cut, focus.step),
          focus.energy / sent.cleaned.mean_square,
          wall_s,
          {}};
}

std::string focus_text(const WaveCase &c, const Reversed &reversed) {
  const Focus &focus = reversed.focus;
  const std::string widths =
      c.model_cells.y > 1 ? fmt::format("{:.0f} x {:.0f} x {:.0f} m (x, y, z)", focus.width_x,
                                        focus.width_y, focus.width_z)
                          : fmt::format("{:.0f} x {:.0f} m (x, z)", focus.width_x, focus.width_z);
  return fmt::format(
      "{} at {:.3f} s; half of its energy within {}; {:.3g} times the energy of any other place",
      place_text(c, focus.place), reversed.time, widths, focus.prominence);
}

}  // namespace ladder
