#include "harness/problems/wave/rounding.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// Roundings of a step, in units of u times the largest |p|: 3 of 2 p - p_before, 4 of (v dt)^2 L p,
// which is at most 4 max |p| in a stable scheme, and 1 of their sum.
constexpr double units_a_step = 8;
const double unit_roundoff = std::ldexp(1.0, -24);

}  // namespace

std::function<double(const Peaks &)> rounding_of_wave(const WaveCase &c) {
  // 1 / (2 S), where S is the Courant number of the slowest wave over its limit
  const double slowest_of_limit = c.dt / largest_stable_dt(c) * c.slowest / c.fastest;
  const double slowness = slowest_of_limit > 0 ? 0.5 / slowest_of_limit : HUGE_VAL;
  return [slowness](const Peaks &peaks) {
    if (peaks.sum_of_squares == 0) return 0.0;
    const double gain = std::min(std::max(1.0, slowness), double(peaks.steps));
    return units_a_step * unit_roundoff * gain * std::sqrt(peaks.sum_of_squares);
  };
}

}  // namespace ladder
