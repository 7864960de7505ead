// The case that sends a gather back in time.
#pragma once
#include <vector>

#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// How many steps of the case a sample of the gather must be cut into, so that the case's operator
// and velocities are stable, and no step is longer than `longest` [s] where that is not 0.
int steps_per_sample(const WaveCase &, const Gather &, double longest = 0);
// The same of an interval and the longest step [s]. Throws FileError where they are too many.
int steps_per_sample(double interval, double step);
// [s] of --dt, which is "auto" or a number; 0: the longest that is stable.
double longest_step(const std::string &dt);

// The model and operator of `model`, with a source in every receiver cell whose wavelet is its
// trace, last sample first, times (v dt)^2 over the area of a cell, as for any source: so models of
// other velocities, and samples that are cut finer, give foci that can be compared. p(m) of this
// case is the wavefield at time_of_step(gather, m). Traces that share a cell are added. Nothing is
// recorded. `known` is the band of the gather, where it has been found. Throws FileError: the
// geometry of the gather is not that of the model, no two samples.
WaveCase reverse_case(const WaveCase &model, const Gather &, int steps_per_sample,
                      const Band *known = nullptr);
Band band_of_gather(const Gather &);

// The time [s] in the gather of step m of the reversed run.
double time_of_step(const Gather &, int steps_per_sample, int step);

// Traces at a finer interval.

// The trace at `factor` times as many intervals: (samples - 1) factor + 1 samples, of which every
// factor-th is an old one. Between them a sinc windowed by Kaiser's window (beta 8, 16 samples to
// either side), which is good to 1e-3 of the peak for what lies below 0.8 of the Nyquist frequency.
std::vector<float> resample(const float *trace, int samples, int factor);

// The same for `count` new samples, of which the first lies at the place `first` among the old
// ones, whole or not. Before the first old sample and behind the last the trace is zero.
std::vector<float> resample_from(const float *trace, int samples, double first, int factor,
                                 int count);

}  // namespace ladder
