// The largest stable time step of the operator that runs.
#include <algorithm>
#include <cmath>

#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

// The largest |transform| of an axis' taps over all wavenumbers that the grid can hold. [1/m^2]
double strongest(const WaveCase &c, const std::vector<float> &taps) {
  const double pi = std::acos(-1.0);
  const int count = 2000;
  double most = 0;
  for (int i = 0; i <= count; ++i)
    most = std::max(most,
                    std::abs(ladder_operator_symbol(c.half_length, taps.data(), pi * i / count)));
  return most;
}

}  // namespace

double largest_stable_dt(const WaveCase &c) {
  // Of the leapfrog scheme: (v dt)^2 times the sum over the axes must not exceed 4.
  double sum = 0;
  if (c.nz > 1) sum += strongest(c, c.taps_z);
  if (c.nx > 1) sum += strongest(c, c.taps_x);
  if (c.ny > 1) sum += strongest(c, c.taps_y);
  return sum > 0 ? 2 / (c.fastest * std::sqrt(sum)) : HUGE_VAL;
}

}  // namespace ladder
