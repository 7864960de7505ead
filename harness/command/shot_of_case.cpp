#include "harness/command/shot_of_case.h"

#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/environment/environment.h"
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

std::string description_of_shot(const WaveCase &c, const Engine &engine) {
  return fmt::format(
      "case {}, model {}\nstage {} of ladder {}, half-length {}, {} operator\n"
      "pressure, {}",
      c.name, c.model, engine.entry.name(), read_environment().build.commit, c.half_length,
      c.operator_family,
      c.source_cells.empty() ? "without a source" : "source at " + place_text(c, source_of(c)));
}

}  // namespace ladder
