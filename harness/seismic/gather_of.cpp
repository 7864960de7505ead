#include "harness/seismic/gather_of.h"

#include "harness/problems/wave/places.h"

namespace ladder {

Gather gather_shape(const WaveCase &c) {
  Gather gather;
  gather.samples = c.steps + 1;
  gather.dt = c.dt;
  if (!c.source_cells.empty()) gather.source = position_of(c, c.source_cells[0]);
  for (const ladder_cell &cell : c.receiver_cells) gather.receivers.push_back(position_of(c, cell));
  return gather;
}

Gather gather_of(const WaveCase &c, const Wavefield &field) {
  Gather gather = gather_shape(c);
  const std::size_t traces = gather.traces(), samples = static_cast<std::size_t>(gather.samples);
  gather.values.resize(traces * samples);
  for (std::size_t n = 0; n < samples; ++n)
    for (std::size_t r = 0; r < traces; ++r)
      gather.values[r * samples + n] = field.traces[n * traces + r];
  return gather;
}

}  // namespace ladder
