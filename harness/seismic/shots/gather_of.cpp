#include "harness/seismic/shots/gather_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/base/statistics/statistics.h"
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

namespace {

constexpr std::size_t neighbours = 10;  // on either side
constexpr double loud_by = 10;

// Takes the mean off; returns the root mean square of what is left, 0 for a dead trace.
double level_of(float *trace, std::size_t samples) {
  double sum = 0, squares = 0;
  bool usable = false;
  for (std::size_t n = 0; n < samples; ++n) {
    if (!finite(trace[n])) {
      std::fill(trace, trace + samples, 0.0f);
      return 0;
    }
    usable = usable || trace[n] != 0;
    sum += double(trace[n]);
  }
  if (!usable) return 0;
  const double mean = sum / double(samples);
  for (std::size_t n = 0; n < samples; ++n) {
    trace[n] = static_cast<float>(double(trace[n]) - mean);
    squares += double(trace[n]) * double(trace[n]);
  }
  return std::sqrt(squares / double(samples));
}

// The median of the neighbours that live; 0 where none does.
double level_around(const std::vector<double> &levels, std::size_t at) {
  std::vector<double> around;
  const std::size_t first = at > neighbours ? at - neighbours : 0,
                    last = std::min(levels.size(), at + neighbours + 1);
  for (std::size_t r = first; r < last; ++r)
    if (r != at && levels[r] > 0) around.push_back(levels[r]);
  return around.empty() ? 0 : median(around);
}

}  // namespace

Cleaned clean_gather(Gather &gather) {
  const std::size_t traces = gather.traces(), samples = static_cast<std::size_t>(gather.samples);
  Cleaned cleaned;
  std::vector<double> levels;
  for (std::size_t r = 0; r < traces; ++r)
    levels.push_back(level_of(gather.values.data() + r * samples, samples));
  for (std::size_t r = 0; r < traces; ++r) {
    cleaned.dead += levels[r] == 0;
    double level = levels[r];
    const double around = level_around(levels, r);
    if (around > 0 && level > loud_by * around) {
      ++cleaned.loud;
      for (std::size_t n = 0; n < samples; ++n)
        gather.values[r * samples + n] *= static_cast<float>(around / level);
      level = around;
    }
    cleaned.mean_square += level * level;
  }
  const std::size_t alive = traces - cleaned.dead;
  if (alive == 0)
    throw FileError(fmt::format(
        "all {} traces of the gather are zero or not finite, so there is nothing to propagate back",
        traces));
  cleaned.mean_square /= double(alive);
  if (cleaned.dead)
    cleaned.notes.push_back(
        fmt::format("gather: {} of {} traces are dead and were left out", cleaned.dead, traces));
  if (cleaned.loud)
    cleaned.notes.push_back(
        fmt::format("gather: {} of {} traces are more than {:g} times as loud as their neighbours "
                    "and were scaled down to them",
                    cleaned.loud, traces, loud_by));
  return cleaned;
}

}  // namespace ladder
