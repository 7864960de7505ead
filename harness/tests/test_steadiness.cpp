// A stage whose time lies in a few of its calls is reported as unsteady.
#include <gtest/gtest.h>

#include "harness/bench/trace/disturbance.h"

namespace ladder {
namespace {

Timeline calls(int count, std::int64_t usual, int every, std::int64_t slow) {
  Timeline timeline;
  timeline.names = {"stage"};
  std::int64_t now = 0;
  for (int i = 1; i <= count; ++i) {
    const std::int64_t took = every && i % every == 0 ? slow : usual;
    timeline.events.push_back({Activity::kernel, now, now + took, 0});
    now += took;
  }
  return timeline;
}

TEST(Steadiness, EqualCallsHaveNoOutliers) { EXPECT_EQ(outlier_share(calls(100, 50, 0, 0)), 0); }

TEST(Steadiness, ASleepOnEveryTenthCallIsMostOfTheTime) {
  EXPECT_NEAR(outlier_share(calls(100, 100, 10, 30000)), 300.0 / 309, 1e-9);
}

TEST(Steadiness, TwiceAsLongIsNoOutlier) { EXPECT_EQ(outlier_share(calls(100, 50, 3, 100)), 0); }

TEST(Steadiness, OneInterruptionIsALittle) {
  EXPECT_LT(outlier_share(calls(1000, 1000, 1000, 100000)), steady_share);
}

TEST(Steadiness, FewCallsAreNotJudged) { EXPECT_EQ(outlier_share(calls(3, 10, 3, 100000)), 0); }

TEST(Steadiness, EachNameHasItsOwnMedian) {
  Timeline timeline = calls(50, 10, 0, 0), other = calls(50, 1000, 0, 0);
  timeline.names.push_back("another");
  for (Event &event : other.events) {
    event.name = 1;
    timeline.events.push_back(event);
  }
  EXPECT_EQ(outlier_share(timeline), 0);
}

TEST(Steadiness, WithoutKernelsThereIsNothingToSay) { EXPECT_EQ(outlier_share({}), 0); }

}  // namespace
}  // namespace ladder
