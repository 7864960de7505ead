// The models that a good one must beat: fitted to the measurements that they are held against.
#pragma once
#include <vector>

namespace ladder {

struct Line {
  double at_zero = 0, slope = 0;
  double at(double x) const { return at_zero + slope * x; }
};

// The constant with the least mean relative error: the median, each value weighted by its
// reciprocal.
double best_constant(const std::vector<double> &measured);
// Least squares. One place alone gives the mean as a constant.
Line best_line(const std::vector<double> &x, const std::vector<double> &measured);

}  // namespace ladder
