// How far rounding alone may carry a float32 run of the wave from the exact one, step by step.
#pragma once
#include <functional>

#include "harness/problems/wave/wave_case.h"

namespace ladder {

// The derivation is in harness/bench/verify/ROUNDING.md. It depends on the case and on the
// largest |p| anywhere in the grid at each step so far, not on the values in one place.
std::function<double(const Peaks &)> rounding_of_wave(const WaveCase &);

}  // namespace ladder
