#include "harness/seismic/shots/gather_of.h"

#include "harness/problems/wave/places.h"

namespace ladder {

Gather gather_shape(const WaveCase &c) {
  Gather gather;
  gather.samples = c.steps + 1;
  gather.dt = c.dt;
  if (!c.source_cells.empty()) gather.source = source_of(c);
  if (c.placed_receivers.empty())
    for (const ladder_cell &cell : c.receiver_cells)
      gather.receivers.push_back(position_of(c, cell));
  for (const PlacedReceiver &one : c.placed_receivers) gather.receivers.push_back(one.place);
  return gather;
}

namespace {

// What the receivers between cells record, in the order of the samples of the run.
void sum_over_cells(const WaveCase &c, const std::vector<float> &recorded, Gather &gather) {
  const std::size_t samples = static_cast<std::size_t>(gather.samples),
                    cells = c.receiver_cells.size();
  for (std::size_t r = 0; r < gather.traces(); ++r)
    for (std::size_t n = 0; n < samples; ++n) {
      double sum = 0;
      for (const auto &[cell, weight] : c.placed_receivers[r].cells)
        sum += double(weight) * double(recorded[n * cells + cell]);
      gather.values[r * samples + n] = static_cast<float>(sum);
    }
}

}  // namespace

Gather gather_of(const WaveCase &c, const Wavefield &field) {
  Gather gather = gather_shape(c);
  const std::size_t traces = gather.traces(), samples = static_cast<std::size_t>(gather.samples);
  gather.values.resize(traces * samples);
  if (!c.placed_receivers.empty()) {
    sum_over_cells(c, field.traces, gather);
    return gather;
  }
  for (std::size_t n = 0; n < samples; ++n)
    for (std::size_t r = 0; r < traces; ++r)
      gather.values[r * samples + n] = field.traces[n * traces + r];
  return gather;
}

}  // namespace ladder
