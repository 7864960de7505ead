// The uncertainty of a micro-benchmark, and what a build or a machine without a GPU says.
#include <stdexcept>

#include "harness/predict/microbench/statistics.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

TEST(MicrobenchStatistics, SamplesThatAgreeLeaveTheResolutionOfTheClock) {
  const Estimate found = estimate({16, 16, 16, 16}, 1);
  EXPECT_EQ(found.value, 16);
  EXPECT_NEAR(found.uncertainty, 1 / std::sqrt(3.0), 1e-12);  // the thesis' 0.57
}

TEST(MicrobenchStatistics, OneInterruptedSampleMovesNeitherValueNorUncertainty) {
  const std::vector<double> quiet = {10, 11, 12, 13, 14, 15, 16};
  std::vector<double> interrupted = quiet;
  interrupted.back() = 1e6;
  EXPECT_EQ(estimate(interrupted, 0).value, estimate(quiet, 0).value);
  EXPECT_NEAR(estimate(interrupted, 0).uncertainty, estimate(quiet, 0).uncertainty, 1e-12);
}

TEST(MicrobenchStatistics, MoreSamplesMakeItSurer) {
  std::vector<double> few = {9, 10, 11, 12}, many;
  for (int i = 0; i < 100; ++i) many.insert(many.end(), few.begin(), few.end());
  EXPECT_NEAR(estimate(many, 0).uncertainty, estimate(few, 0).uncertainty / 10, 1e-12);
}

TEST(MicrobenchStatistics, ALineIsFoundWithItsSlope) {
  const Estimate exact = slope({1, 2, 4, 8}, {402, 405, 411, 423}, 0);
  EXPECT_NEAR(exact.value, 3, 1e-12);
  EXPECT_NEAR(exact.uncertainty, 0, 1e-9);
  // Points off the line by 1, -1, -1, 1: the standard error is sqrt(4 / 2 / 5).
  const Estimate scattered = slope({0, 1, 2, 3}, {1, 0, 1, 4}, 0);
  EXPECT_NEAR(scattered.value, 1, 1e-12);
  EXPECT_NEAR(scattered.uncertainty, std::sqrt(4.0 / 2 / 5), 1e-12);
}

// The mean of differences between neighbours sees the first and the last point alone.
TEST(MicrobenchStatistics, ALastPointThatIsOffMovesASlopeLessThanAMeanOfDifferences) {
  std::vector<double> warps, cycles;
  for (int i = 1; i <= 32; ++i) {
    warps.push_back(i);
    cycles.push_back(400 + 2.0 * i);
  }
  cycles.back() += 31;
  const double mean_of_differences = (cycles.back() - cycles.front()) / 31;
  EXPECT_NEAR(mean_of_differences, 3, 1e-12);
  EXPECT_LT(std::abs(slope(warps, cycles, 0).value - 2), 0.2);
}

TEST(MicrobenchStatistics, NothingMeasuredIsNoValue) {
  EXPECT_THROW(estimate({}, 1), std::invalid_argument);
  EXPECT_THROW(slope({1, 2}, {1, 2}, 1), std::invalid_argument);
  EXPECT_THROW(slope({2, 2, 2}, {1, 2, 3}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace ladder
