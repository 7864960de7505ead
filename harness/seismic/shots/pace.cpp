#include "harness/seismic/shots/pace.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/seismic/shots/focus.h"

namespace ladder {
namespace {

WaveCase stretch_of(const WaveCase &whole, int steps) {
  WaveCase c = whole;
  c.steps = std::min(whole.steps, steps);
  c.wavelets.assign(c.source_cells.size() * static_cast<std::size_t>(c.steps), 0.0f);
  return c;
}

}  // namespace

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

}  // namespace ladder
