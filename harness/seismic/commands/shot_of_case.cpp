#include "harness/seismic/commands/shot_of_case.h"

#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/wave/places.h"

namespace ladder {

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

namespace {

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
