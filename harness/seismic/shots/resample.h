// Traces at a finer interval.
#pragma once
#include <vector>

namespace ladder {

// The trace at `factor` times as many intervals: (samples - 1) factor + 1 samples, of which every
// factor-th is an old one. Between them a sinc windowed by Kaiser's window (beta 8, 16 samples to
// either side), which is good to 1e-3 of the peak for what lies below 0.8 of the Nyquist frequency.
std::vector<float> resample(const float *trace, int samples, int factor);

// The same for `count` new samples, of which the first lies at the place `first` among the old
// ones, whole or not. Before the first old sample and behind the last the trace is zero.
std::vector<float> resample_from(const float *trace, int samples, double first, int factor,
                                 int count);

}  // namespace ladder
