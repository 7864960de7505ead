// Samples of a micro-benchmark as one value with its standard uncertainty, after the Guide to the
// Expression of Uncertainty in MachineValue (JCGM 100:2008): what the samples scatter (type A) and
// what the clock resolves (type B).
#pragma once
#include <vector>

namespace ladder {

struct Estimate {
  double value = 0, uncertainty = 0;
};

// The median. Type A: 1.2533 s / sqrt(n), with s = 1.4826 times the median absolute deviation, so
// that one interrupted sample moves neither. Type B: a reading is anywhere within +-resolution, so
// resolution / sqrt(3). Without a sample it throws std::invalid_argument.
Estimate estimate(std::vector<double> samples, double resolution);

// The slope of a least-squares line through (x, y). Its uncertainty is the standard error of the
// residuals and that of `resolution` of each y, in quadrature. It throws std::invalid_argument for
// fewer than three points.
Estimate slope(const std::vector<double> &x, const std::vector<double> &y, double resolution);

}  // namespace ladder
