// What rounding may do bounds what a stage may err, however quiet the place is.
#include "harness/bench/verify/judge.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

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

TEST(RoundingBound, OfOneStepIsEightUnitsOfTheLargestValue) {
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {3}), 24 * u);
}

TEST(RoundingBound, OfManyStepsAddsTheirSquares) {
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {3, 4}), 40 * u);
  EXPECT_DOUBLE_EQ(bound_of(uniform(1), {1, 1, 1, 1}), 16 * u);
}

TEST(RoundingBound, RemembersWhatWentThrough) {
  EXPECT_GE(bound_of(uniform(1), {5, 0, 0}), bound_of(uniform(1), {5}));
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

TEST(RoundingBound, IsNothingWithoutAWave) {
  EXPECT_EQ(bound_of(uniform(1), {}), 0);
  EXPECT_EQ(bound_of(uniform(1), {0, 0}), 0);
}

// A source at the surface: the interior hears nothing yet but the operator's precursor.
struct QuietInterior : testing::Test {
  WaveCase problem = source_at_the_surface();
  Truth truth = make_truth(problem, 1);
  std::vector<float> field;
  const Checkpoint &end = truth.checkpoints.back();

  QuietInterior() {
    for (double value : end.field) field.push_back(static_cast<float>(value));
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
      if (problem.region_of(i) == region)
        most = std::max(most, std::abs(end.field[static_cast<std::size_t>(i)]));
    return most;
  }
  // The verdict when a cell of the interior is off by this.
  bool passes_with(double error) {
    std::vector<float> off = field;
    off[static_cast<std::size_t>(30 + 61 * 18)] += static_cast<float>(error);
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

}  // namespace
}  // namespace ladder
