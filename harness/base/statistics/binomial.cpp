#include "harness/base/statistics/binomial.h"

#include <cmath>

namespace ladder {
namespace {

// Probability of exactly k of n draws, each with the odds p to q.
double exactly(double k, double n, double p, double q) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                  k * std::log(p) + (n - k) * std::log(q));
}

}  // namespace

double at_least(std::size_t wanted, std::size_t favourable, std::size_t n) {
  if (favourable == 0) return 0;
  if (favourable >= n) return 1;
  const double draws = double(n), p = double(favourable) / draws, q = 1 - p;
  // Of the two tails the one without the mean: its terms only decrease, so none that counts is
  // lost.
  const bool upper = wanted > favourable;
  double k = double(upper ? wanted : wanted - 1), term = exactly(k, draws, p, q), sum = 0;
  while (term > 1e-18 * sum) {
    sum += term;
    term *= upper ? (draws - k) / (k + 1) * p / q : k / (draws - k + 1) * q / p;
    k += upper ? 1 : -1;
  }
  return upper ? sum : 1 - sum;
}

}  // namespace ladder
