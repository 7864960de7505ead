#include "harness/predict/microbench/statistics.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "harness/base/statistics/statistics.h"

namespace ladder {
Estimate estimate(std::vector<double> samples, double resolution) {
  if (samples.empty()) throw std::invalid_argument("no sample was taken");
  const double value = median(samples), count = static_cast<double>(samples.size());
  for (double &sample : samples) sample = std::abs(sample - value);
  const double scatter = 1.2533 * 1.4826 * median(samples) / std::sqrt(count);
  return {value, std::hypot(scatter, resolution / std::sqrt(3.0))};
}

Estimate slope(const std::vector<double> &x, const std::vector<double> &y, double resolution) {
  const std::size_t n = x.size();
  if (n < 3 || y.size() != n) throw std::invalid_argument("a line needs three points");
  const auto count = static_cast<double>(n);
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const double y_mean = std::accumulate(y.begin(), y.end(), 0.0) / count;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < n; ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
  }
  if (xx == 0) throw std::invalid_argument("a line needs points at different places");
  const double found = xy / xx;
  double residuals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double off = y[i] - y_mean - found * (x[i] - x_mean);
    residuals += off * off;
  }
  const double scatter = std::sqrt(residuals / (count - 2) / xx);
  return {found, std::hypot(scatter, resolution / std::sqrt(3.0 * xx))};
}

}  // namespace ladder
