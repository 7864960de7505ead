#include "harness/seismic/shots/reverse_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/places.h"

namespace ladder {
namespace {

// A source cell of the case, and the share of a trace that goes in there.
struct WayIn {
  std::size_t cell;
  double weight;
};

// Where the traces go in. Throws FileError when one has no place in the model.
std::vector<std::vector<WayIn>> ways_in(const Gather &gather, WaveCase &c) {
  std::map<std::tuple<int, int, int>, std::size_t> numbers;
  std::vector<std::vector<WayIn>> ways;
  std::size_t outside = 0;
  const Position *first_outside = nullptr;
  c.source_cells.clear();
  c.source_weights.clear();
  c.source_place.reset();
  for (const Position &p : gather.receivers) {
    if (!cell_at(c, p)) {
      if (outside++ == 0) first_outside = &p;
      continue;
    }
    auto &into = ways.emplace_back();
    for (const auto &[cell, weight] : spread(c, p)) {
      const auto [found, added] =
          numbers.try_emplace({cell.z, cell.x, cell.y}, c.source_cells.size());
      if (added) c.source_cells.push_back(cell);
      into.push_back({found->second, weight});
    }
  }
  if (outside)
    throw FileError(
        fmt::format("{} of the gather's {} receivers are outside the model, {}, the first at {}: "
                    "check that the gather belongs to this model; --gather-units, --gather-scalar, "
                    "--gather-elevations and --receivers correct its headers",
                    outside, gather.traces(), extent_text(c), place_text(c, *first_outside)));
  return ways;
}

constexpr int kernel_reach = 16;  // [samples]
constexpr double beta = 8;

// At a distance in samples.
double weight(double distance) {
  const double inside = 1 - (distance / kernel_reach) * (distance / kernel_reach);
  if (inside <= 0) return 0;
  const double window =
      std::cyl_bessel_i(0.0, beta * std::sqrt(inside)) / std::cyl_bessel_i(0.0, beta);
  const double x = std::numbers::pi * distance;
  return window * (x == 0 ? 1 : std::sin(x) / x);
}

// Nearer to an old sample than this, it is that one: delays went through whole milliseconds.
constexpr double hair = 1e-6;  // [samples]

}  // namespace

int steps_per_sample(const WaveCase &c, const Gather &gather, double longest) {
  const double step = longest > 0 ? std::min(longest, largest_stable_dt(c)) : largest_stable_dt(c);
  return steps_per_sample(gather.dt, step);
}

int steps_per_sample(double interval, double step) {
  // One part in a million for intervals that went through whole microseconds.
  const double steps = std::ceil(interval / step - 1e-6);
  constexpr double most = 1000;
  if (!(steps <= most))
    throw FileError(
        fmt::format("the samples are {:g} ms apart, and time steps of {:.4g} ms divide them into "
                    "more than {:g}: check --spacing and --dt",
                    1e3 * interval, 1e3 * step, most));
  return std::max(1, static_cast<int>(steps));
}

double longest_step(const std::string &dt) {
  return dt.empty() || dt == "auto" ? 0 : std::stod(dt);
}

double time_of_step(const Gather &gather, int cut, int step) {
  return gather.start + (gather.samples - 1 - double(step) / cut) * gather.dt;
}

Band band_of_gather(const Gather &gather) {
  return band_of(gather.values.data(), static_cast<std::size_t>(gather.samples), gather.traces(),
                 gather.dt);
}

WaveCase reverse_case(const WaveCase &model, const Gather &gather, int cut, const Band *known) {
  if (gather.samples < 2)
    throw FileError(
        "the gather has fewer than two samples per trace, so there is no time to reverse");
  WaveCase c = model;
  c.dt = gather.dt / cut;
  c.steps = (gather.samples - 1) * cut;
  c.receiver_cells.clear();
  c.placed_receivers.clear();
  const auto ways = ways_in(gather, c);
  make_v2dt2(c);
  const auto steps = static_cast<std::size_t>(c.steps);
  refuse_beyond_memory(
      4.0 * double(c.source_cells.size()) * double(steps),
      fmt::format("the gather, which is injected at {} cells,", c.source_cells.size()),
      "take fewer traces, or receivers on cells");
  c.wavelets.assign(c.source_cells.size() * steps, 0.0f);
  for (std::size_t r = 0; r < gather.traces(); ++r) {
    const auto trace = resample(gather.values.data() + r * static_cast<std::size_t>(gather.samples),
                                gather.samples, cut);
    for (const auto &[cell, weight] : ways[r]) {
      float *wavelet = c.wavelets.data() + cell * steps;
      const float scale = static_cast<float>(weight) * c.v2dt2[c.index(c.source_cells[cell])] /
                          static_cast<float>(c.dz * c.dx);
      // Step n adds wavelet[n] to p(n+1), which is sample steps - (n+1).
      for (std::size_t n = 0; n < steps; ++n) wavelet[n] += scale * trace[steps - 1 - n];
    }
  }
  c.wavelet_delay = 0;
  c.band = known ? *known : band_of_gather(gather);
  c.hash = hash_of(c);
  return c;
}

std::vector<float> resample(const float *trace, int samples, int factor) {
  return resample_from(trace, samples, 0, factor, (samples - 1) * factor + 1);
}

std::vector<float> resample_from(const float *trace, int samples, double first, int factor,
                                 int count) {
  std::vector<float> finer(static_cast<std::size_t>(count));
  for (int phase = 0; phase < factor; ++phase) {
    const double at = first + double(phase) / factor;
    const bool old = std::abs(at - std::round(at)) < hair;
    const int before = static_cast<int>(old ? std::round(at) : std::floor(at));
    std::vector<double> weights;  // of old samples reach - 1 before to reach behind
    for (int i = 1 - kernel_reach; i <= kernel_reach && !old; ++i)
      weights.push_back(weight(i - (at - before)));
    for (int n = 0; n * factor + phase < count; ++n) {
      const int here = before + n;
      if (here < 0 || here >= samples - (old ? 0 : 1)) continue;
      double sum = 0;
      if (old) sum = double(trace[here]);
      for (int i = 1 - kernel_reach; i <= kernel_reach && !old; ++i)
        if (here + i >= 0 && here + i < samples)
          sum += weights[static_cast<std::size_t>(i + kernel_reach - 1)] * double(trace[here + i]);
      finer[static_cast<std::size_t>(n * factor + phase)] = static_cast<float>(sum);
    }
  }
  return finer;
}

}  // namespace ladder
