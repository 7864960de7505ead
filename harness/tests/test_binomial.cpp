// The tail of the binomial distribution: against whole numbers, and against numbers of exact
// fractions where those are too large.
#include <gtest/gtest.h>

#include <cstdint>

#include "harness/base/statistics/binomial.h"

namespace ladder {
namespace {

// Of the n^n ways in which n draws may fall, those with `wanted` or more among the first
// `favourable` values.
double counted(std::size_t wanted, std::size_t favourable, std::size_t n) {
  std::uint64_t ways = 0, all = 1, choices = 1;
  for (std::size_t i = 0; i < n; ++i) all *= n;
  for (std::size_t k = 0; k <= n; ++k) {
    std::uint64_t of_k = choices;
    for (std::size_t i = 0; i < n; ++i) of_k *= i < k ? favourable : n - favourable;
    if (k >= wanted) ways += of_k;
    choices = choices * (n - k) / (k + 1);
  }
  return double(ways) / double(all);
}

TEST(Binomial, IsCounted) {
  for (std::size_t n = 1; n <= 15; ++n)
    for (std::size_t wanted = 1; wanted <= n; ++wanted)
      for (std::size_t favourable = 0; favourable <= n; ++favourable)
        EXPECT_NEAR(at_least(wanted, favourable, n), counted(wanted, favourable, n), 1e-14)
            << wanted << " of " << n << " among " << favourable;
}

// Python's fractions.
TEST(Binomial, HoldsForManyDraws) {
  EXPECT_NEAR(at_least(51, 40, 101) / 0.017089160837818067, 1, 1e-11);
  EXPECT_NEAR(at_least(50, 30, 100) / 2.206091332716599e-05, 1, 1e-11);
  EXPECT_NEAR(at_least(500, 470, 1000) / 0.03088642065088765, 1, 1e-11);
  EXPECT_NEAR(at_least(500, 500, 1000) / 0.5126125090891804, 1, 1e-11);
  EXPECT_NEAR(at_least(500, 530, 1000) / 0.9732697265430884, 1, 1e-11);
  EXPECT_EQ(at_least(500, 1, 1000), 0);  // below the smallest number
  EXPECT_EQ(at_least(501, 999, 1000), 1);
}

}  // namespace
}  // namespace ladder
