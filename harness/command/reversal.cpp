#include "harness/command/reversal.h"

#include <fmt/format.h>

#include "harness/case/places.h"
#include "harness/command/progress.h"
#include "harness/command/say_case.h"
#include "harness/error.h"
#include "harness/seismic/reverse_case.h"

namespace ladder {

Sent gather_to_send(const Options &options) {
  if (options.gather.empty())
    throw UsageError(fmt::format("`ladder {}` needs --gather=FILE, .sgy or .su", options.command));
  Sent sent{read_gather(options.gather), {}};
  sent.cleaned = clean_gather(sent.gather);
  for (const auto &note : sent.cleaned.notes) say(note);
  return sent;
}

Reversed send_back(const Options &options, const Case &model, const Sent &sent,
                   const std::string &product, const std::string &snapshots) {
  const int cut = steps_per_sample(model, sent.gather);
  const Case c = reverse_case(model, sent.gather, cut);
  if (cut > 1)
    say(fmt::format(
        "{}: each sample of {:g} ms is cut into {} steps, which the model's {:g} m/s need", c.model,
        1e3 * sent.gather.dt, cut, c.fastest));
  const Dispersion waves = dispersion(c);
  say_waves(c, waves);
  const Engine engine = choose_engine(options, c);
  const auto time = [&](int step) { return time_of_step(sent.gather, cut, step); };
  FocusFinder finder(c, options.every * cut);
  std::vector<Watcher> watchers = {finder.watcher()};
  std::unique_ptr<Snapshots> series;
  if (!snapshots.empty()) series = snapshots_of(options, c, snapshots, cut, time, watchers);
  Wavefield field(c);
  Reversed reversed;
  reversed.dispersion = waves;
  reversed.wall_s = run_to_the_end(options, c, engine, product, watchers, finder.state(), field);
  if (series) series->finish();
  reversed.focus = finder.focus();
  reversed.time = time(reversed.focus.step);
  reversed.relative = reversed.focus.energy / sent.cleaned.mean_square;
  reversed.most = finder.most();
  say(pace_text(c, engine, reversed.wall_s));
  return reversed;
}

std::string focus_text(const Case &c, const Reversed &reversed) {
  const Focus &focus = reversed.focus;
  const std::string widths =
      c.model_cells.y > 1 ? fmt::format("{:.0f} x {:.0f} x {:.0f} m (x, y, z)", focus.width_x,
                                        focus.width_y, focus.width_z)
                          : fmt::format("{:.0f} x {:.0f} m (x, z)", focus.width_x, focus.width_z);
  return fmt::format("{} at {:.3f} s; half of its energy within {}; {:.3g} times any other place's",
                     place_text(c, focus.place), reversed.time, widths, focus.prominence);
}

}  // namespace ladder
