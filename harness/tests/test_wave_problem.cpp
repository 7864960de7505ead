// The wave as the core sees it: arrays, regions, places and work; and its operator.
#include "harness/base/numerics/acoustic.h"
#include "harness/bench/verify/truth.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/wave.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

ladder_stage stage_of(ladder_device device, bool owns_time_loop) {
  return {.device = device, .owns_time_loop = owns_time_loop};
}

TEST(WaveProblem, AFieldCrossesTheBusBothWaysEveryStep) {
  const WaveCase c = small_case(10, 100, 1, 100, 8);
  const Work work = c.work(stage_of(LADDER_ON_CUDA, false), 1);
  EXPECT_EQ(work.bytes_in, 4.0 * 1000 * 100);
  EXPECT_EQ(work.bytes_out, 4.0 * 1000 * 100);
  EXPECT_TRUE(work.on_device);
}

TEST(WaveProblem, AStageThatOwnsTheLoopCopiesTwoFieldsAndTheTraces) {
  const WaveCase c = small_case(10, 100, 1, 100, 8);
  const Work work = c.work(stage_of(LADDER_ON_CUDA, true), 1);
  EXPECT_EQ(work.bytes_in, 2 * 4.0 * 1000);
  EXPECT_EQ(work.bytes_out, 2 * 4.0 * 1000 + 4.0 * 101 * 100);  // a receiver in each of 100 columns
}

TEST(WaveProblem, AnAxisOfOneCellNeedsNoTaps) {
  const ladder_stage stage = stage_of(LADDER_ON_HOST, false);
  EXPECT_EQ(small_case(30, 1, 1, 3, 8).work(stage, 1).multiply_adds_per_point, 2 * 8 + 1);
  EXPECT_EQ(small_case(30, 20, 1, 3, 8).work(stage, 1).multiply_adds_per_point, 4 * 8 + 1);
  EXPECT_EQ(small_case(30, 20, 5, 3, 8).work(stage, 1).multiply_adds_per_point, 6 * 8 + 1);
}

TEST(WaveProblem, ABatchComputesEveryShot) {
  EXPECT_EQ(small_case(10, 100, 1, 5, 8).work(stage_of(LADDER_ON_CUDA, true), 8).points, 8000);
}

TEST(WaveProblem, AWarmUpHasNoSourceAndFewStepsFeelTheirs) {
  const WaveCase c = small_case(9, 7, 1, 50, 2);
  for (const auto &[made, value] : {std::pair{c.warm_up(20), 0.0f}, {c.few_steps(7), 0.25f}}) {
    for (const float one : dynamic_cast<const WaveCase &>(*made).wavelets) EXPECT_EQ(one, value);
  }
  EXPECT_EQ(c.few_steps(7)->steps, 7);
  EXPECT_EQ(c.few_steps(70)->steps, 50);
}

TEST(WaveProblem, OnlyWhatBelongsToARandomGridIsTaken) {
  const auto made = wave_problem.random({9, 7, 1}, 4, {.half_length = 3});
  EXPECT_EQ(dynamic_cast<const WaveCase &>(*made).half_length, 3);
  EXPECT_THROW(wave_problem.random({9, 7, 1}, 4, {.source = "1"}), UsageError);
}

TEST(WaveProblem, EntriesMustSuitTheFlagOfTheTimeLoop) {
  ladder_wave_entries only_operator{};
  only_operator.laplacian = [](ladder_state *, const float *, float *) { return LADDER_OK; };
  ladder_stage stage = stage_of(LADDER_ON_HOST, false);
  stage.entries = &only_operator;
  EXPECT_EQ(wave_problem.defect(stage), "");
  stage.owns_time_loop = 1;
  EXPECT_NE(wave_problem.defect(stage), "");
}

// What rounding may do bounds what a stage may err, however quiet the place is.

const double u = std::ldexp(1.0, -24);

// With one velocity and dt at a part of its limit.
WaveCase uniform(double part_of_limit, double slowest_of_fastest = 1) {
  WaveCase c = small_case(41, 37, 1, 20, 8);
  c.dt = part_of_limit * largest_stable_dt(c);
  c.slowest = slowest_of_fastest * c.fastest;
  return c;
}

double bound_of(const WaveCase &c, std::initializer_list<double> peaks) {
  Peaks seen;
  for (double peak : peaks) {
    ++seen.steps;
    seen.sum_of_squares += peak * peak;
  }
  return c.rounding()(seen);
}

TEST(RoundingBound, IsEightUnitsOfTheLargestValueOfAStepAndAddsTheSquaresOfMany) {
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {3}), 24 * u);
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {3, 4}), 40 * u);
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {1, 1, 1, 1}), 16 * u);
  EXPECT_GE(bound_of(uniform(1), {5, 0, 0}), bound_of(uniform(1), {5})) << "what went through";
  EXPECT_EQ(bound_of(uniform(1), {}), 0);
  EXPECT_EQ(bound_of(uniform(1), {0, 0}), 0) << "without a wave";
}

TEST(RoundingBound, IsLargerWhereTheWaveIsSlow) {
  EXPECT_DOUBLE_EQ(bound_of(uniform(0.25), {3, 4}), 2 * 40 * u);
  EXPECT_DOUBLE_EQ(bound_of(uniform(1, 0.25), {3, 4}), 2 * 40 * u);
}

TEST(RoundingBound, GrowsNoFasterThanTheStepsWhereNothingMoves) {
  const WaveCase one_cell = small_case(1, 1, 1, 3, 8);
  EXPECT_DOUBLE_EQ(bound_of(one_cell, {1}), 8 * u);
  EXPECT_DOUBLE_EQ(bound_of(one_cell, {3, 4}), 2 * 40 * u);
}

// A source at the surface: the interior hears nothing yet but the operator's precursor.
struct QuietInterior : testing::Test {
  WaveCase problem = source_at_the_surface();
  Truth truth = make_truth(problem, 1);
  std::vector<float> field;
  const Checkpoint &end = truth.checkpoints.back();

  QuietInterior() {
    for (double value : end.values) field.push_back(float(value));
  }
  static WaveCase source_at_the_surface() {
    WaveCase c = small_case(61, 37, 1, 4, 8);
    c.source_cells = {{0, 18, 0}};
    c.wavelets = {1, 1, 1, 1};
    return c;
  }
  double largest(std::size_t region) const {
    double most = 0;
    for (std::int64_t i = 0; i < problem.cells(); ++i)
      if (problem.region_of(i) == region) most = std::max(most, std::abs(end.values[i]));
    return most;
  }
  // The verdict when a cell of the interior is off by this.
  bool passes_with(double error) {
    std::vector<float> off = field;
    off[30 + 61 * 18] += static_cast<float>(error);
    return judge_field(problem, end, off.data()).passed;
  }
};

TEST_F(QuietInterior, IsQuiet) { EXPECT_LT(1000 * largest(0), largest(1)); }

TEST_F(QuietInterior, MayErrByWhatRoundingDoesToTheWaveNextToIt) {
  EXPECT_GT(end.rounding, 8 * u * largest(0));
  EXPECT_TRUE(passes_with(0.9 * end.rounding));
}

TEST_F(QuietInterior, MayErrByNoMore) {
  ASSERT_GT(end.rounding, Truth::multiple * end.original_error[0]);
  EXPECT_FALSE(passes_with(1.1 * end.rounding));
}

TEST_F(QuietInterior, TracesAreBoundedByTheWaveUpToTheirStep) {
  ASSERT_EQ(truth.rounding.size(), 5u);
  EXPECT_EQ(truth.rounding[0], 0);  // nothing was rounded yet
  for (std::size_t step = 1; step < 5; ++step)
    EXPECT_GT(truth.rounding[step], truth.rounding[step - 1]);
  EXPECT_EQ(truth.rounding[4], end.rounding);
}

// The operator, the sponge and the wavelet against what is known of them.

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
}  // namespace ladder
