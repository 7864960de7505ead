#include "harness/predict/model/trivial.h"

#include <algorithm>
#include <numeric>

namespace ladder {

double best_constant(const std::vector<double> &measured) {
  std::vector<double> sorted = measured;
  std::sort(sorted.begin(), sorted.end());
  double whole = 0, so_far = 0;
  for (const double each : sorted) whole += 1 / each;
  for (const double each : sorted)
    if ((so_far += 1 / each) >= whole / 2) return each;
  return 0;
}

Line best_line(const std::vector<double> &x, const std::vector<double> &measured) {
  const auto count = static_cast<double>(x.size());
  if (x.empty()) return {};
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const double mean = std::accumulate(measured.begin(), measured.end(), 0.0) / count;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (measured[i] - mean);
  }
  const double slope = xx > 0 ? xy / xx : 0;
  return {mean - slope * x_mean, slope};
}

}  // namespace ladder
