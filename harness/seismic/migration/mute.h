// Direct waves are in the data, and their migration covers what is shallow: they are taken out
// before.
#pragma once
#include <vector>

namespace ladder {

// How long a wavelet goes on [s]: to the last value above a hundredth of its largest.
double length_of(const std::vector<float> &signal, double dt);

// Sample n of the trace is at (n + 1) dt. It is zero until a wave that arrives at `arrival` has
// passed, `length` later [s], and rises to what it was, as a cosine, over half as long.
void mute_direct(std::vector<float> &trace, double dt, double arrival, double length);

}  // namespace ladder
