#include "harness/verify/rounding.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// Roundings of a step, in units of u times the largest |p|: 3 of 2 p - p_before, 4 of (v dt)^2 L p, which
// is at most 4 max |p| in a stable scheme, and 1 of their sum.
constexpr double units_a_step = 8;
const double unit_roundoff = std::ldexp(1.0, -24);

}  // namespace

RoundingBound::RoundingBound(const Case &c) {
  const double slowest_of_limit = c.dt / largest_stable_dt(c) * c.slowest / c.fastest;
  slowness_ = slowest_of_limit > 0 ? 0.5 / slowest_of_limit : HUGE_VAL;
}

void RoundingBound::add_step(double peak) {
  ++steps_;
  sum_of_squares_ += peak * peak;
}

double RoundingBound::value() const {
  if (sum_of_squares_ == 0) return 0;
  const double gain = std::min(std::max(1.0, slowness_), steps_);
  return units_a_step * unit_roundoff * gain * std::sqrt(sum_of_squares_);
}

}  // namespace ladder
