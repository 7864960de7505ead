// The operator, the sponge and the wavelet against what is known of them.
#include "harness/base/numerics/acoustic.h"
#include "harness/problems/wave/wave.h"
#include "harness/tests/testing.h"

namespace {

std::vector<float> taps(ladder_operator family, int m, double spacing = 1,
                        double alpha = ladder_usual_alpha, double beta = ladder_usual_beta) {
  std::vector<float> t(2 * m + 1);
  ladder_operator_taps(family, m, spacing, alpha, beta, t.data());
  return t;
}

TEST(Taylor, HasTheTextbookTapsOfOrderTwoFourAndEight) {
  EXPECT_EQ(taps(LADDER_TAYLOR, 1), (std::vector<float>{1, -2, 1}));
  const std::vector<float> fourth = taps(LADDER_TAYLOR, 2);
  EXPECT_FLOAT_EQ(fourth[2], -2.5f);
  EXPECT_FLOAT_EQ(fourth[3], 4.0f / 3);
  EXPECT_FLOAT_EQ(fourth[4], -1.0f / 12);
  const std::vector<float> eighth = taps(LADDER_TAYLOR, 4);
  EXPECT_FLOAT_EQ(eighth[4], -205.0f / 72);
  EXPECT_FLOAT_EQ(eighth[5], 8.0f / 5);
  EXPECT_FLOAT_EQ(eighth[8], -1.0f / 560);
}

TEST(Windowed, FollowsItsFormula) {
  const int m = 8;
  const double d = 20, alpha = 0.7, beta = 3, pi = std::acos(-1.0);
  const std::vector<float> t = taps(LADDER_WINDOWED, m, d, alpha, beta);
  for (int i = 1; i <= m; ++i) {
    const double c = std::cos(pi * i / (2.0 * (m + 2)));
    const double expected = 2 * (i % 2 ? 1 : -1) / (i * d * i * d) *
                            std::pow(2 * alpha - 1 + 2 * (1 - alpha) * c * c, beta / 2);
    EXPECT_NEAR(t[m + i] / expected, 1, 1e-6) << i;
  }
}

// Of the phase velocity, at k radians a cell; negative: too slow.
double error(const std::vector<float> &t, double k) {
  const int m = static_cast<int>(t.size() / 2);
  return std::sqrt(-ladder_operator_symbol(m, t.data(), k)) / k - 1;
}

TEST(Windowed, IsRightToThreeInAHundredThousandUpToTwoRadians) {
  const std::vector<float> t = taps(LADDER_WINDOWED, 8);
  for (double k = 0.1; k <= 2; k += 0.01) EXPECT_LT(std::abs(error(t, k)), 3.5e-5) << k;
}

TEST(Windowed, WithABetaOfTwoLongWavesAreTooSlow) {
  const std::vector<float> t = taps(LADDER_WINDOWED, 8, 1, 0.5, 2);
  EXPECT_NEAR(error(t, 2 * M_PI / 25), -0.016, 0.0005);
  EXPECT_NEAR(error(t, 2 * M_PI / 300), -0.025, 0.0005);
  EXPECT_NEAR(error(t, 0.5), -0.003, 0.0005);
}

TEST(Windowed, BelowFourCellsTaylorIsBetterForLongWavesWhateverBeta) {
  for (const int m : {1, 2, 3})
    for (const double beta : {1.0, 2.0, 4.0, 6.0, 8.0, 12.0})
      EXPECT_GT(std::abs(error(taps(LADDER_WINDOWED, m, 1, 0.5, beta), 0.25)),
                std::abs(error(taps(LADDER_TAYLOR, m), 0.25)))
          << m << " " << beta;
}

TEST(Operator, IsSymmetricAndLeavesAConstantAlone) {
  for (auto family : {LADDER_WINDOWED, LADDER_TAYLOR})
    for (int m = 1; m <= LADDER_MOST_HALF_LENGTH; ++m) {
      const std::vector<float> t = taps(family, m, 12.5);
      double sum = 0;
      for (std::size_t i = 0; i < t.size(); ++i) {
        EXPECT_EQ(t[i], t[t.size() - 1 - i]);
        sum += t[i];
      }
      EXPECT_NEAR(sum, 0, 1e-6 * std::abs(t[m]));
    }
}

TEST(Sponge, IsOneInsideAndFallsTowardsTheBorder) {
  std::vector<float> f(20);
  ladder_sponge_factors(20, 5, 3, 0.1, f.data());
  for (std::size_t i = 5; i < 17; ++i) EXPECT_EQ(f[i], 1);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_LT(f[i], f[i + 1]);
  EXPECT_FLOAT_EQ(f[0], static_cast<float>(std::exp(-0.25)));
  EXPECT_FLOAT_EQ(f[19], static_cast<float>(std::exp(-0.09)));
}

TEST(Ricker, PeaksAtItsDelay) {
  std::vector<float> w(101);
  ladder_ricker(101, 0.002, 10, 0.1, w.data());
  EXPECT_FLOAT_EQ(w[50], 1);
  EXPECT_FLOAT_EQ(w[40], w[60]);
}

}  // namespace
