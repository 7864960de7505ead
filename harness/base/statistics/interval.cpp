#include "harness/base/statistics/interval.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// (n + 1) C(n, k) / 2^n.
double evidence_for(std::size_t k, std::size_t n) {
  const double all = double(n), below = double(k);
  return std::exp(std::lgamma(all + 2) - std::lgamma(below + 1) - std::lgamma(all - below + 1) -
                  all * std::log(2.0));
}

}  // namespace

std::optional<Interval> median_interval(std::vector<double> samples, double confidence) {
  const std::size_t n = samples.size();
  std::size_t excluded = 0;  // so many ranks at either end hold no median
  while (2 * excluded < n && evidence_for(excluded, n) <= 1 - confidence) ++excluded;
  if (excluded == 0) return std::nullopt;
  std::ranges::sort(samples);
  return Interval{samples[excluded - 1], samples[n - excluded]};
}

std::optional<Interval> difference_interval(const std::vector<double> &a,
                                            const std::vector<double> &b, double confidence) {
  const double each = 1 - 0.5 * (1 - confidence);
  const auto of_a = median_interval(a, each), of_b = median_interval(b, each);
  if (!of_a || !of_b) return std::nullopt;
  return Interval{of_b->low - of_a->high, of_b->high - of_a->low};
}

}  // namespace ladder
