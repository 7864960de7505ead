#include "harness/base/statistics/median.h"

#include <algorithm>

namespace ladder {

double median(std::vector<double> samples) {
  if (samples.empty()) return 0;
  const auto half = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), half, samples.end());
  if (samples.size() % 2) return *half;
  return 0.5 * (*half + *std::max_element(samples.begin(), half));
}

}  // namespace ladder
