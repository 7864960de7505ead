// A worker is late where its shot takes far longer than shots do, or longer than was asked for.
#include <gtest/gtest.h>

#include "harness/seismic/survey_workers/shot_queue.h"

namespace ladder {
namespace {

using Late = std::vector<std::size_t>;

// Shots that took so long [s], by worker 0 of three.
ShotClock after(const std::vector<double> &shots, std::optional<double> limit_s = {}) {
  ShotClock clock(3, limit_s);
  double now = 0;
  for (const double took : shots) {
    clock.begins(0, now);
    clock.done(0, now += took);
  }
  return clock;
}

TEST(ShotClock, KnowsNoLimitBeforeAShotIsDone) {
  ShotClock clock = after({});
  clock.begins(1, 0);
  EXPECT_EQ(clock.limit_s(), std::nullopt);
  EXPECT_EQ(clock.late(1e9), Late{});
}

TEST(ShotClock, AllowsTenMediansOfTheShotsThatAreDone) {
  EXPECT_EQ(after({30}).limit_s(), 300);
  EXPECT_EQ(after({100, 20, 30}).limit_s(), 300);
  EXPECT_EQ(after({30, 30, 30, 4000}).limit_s(), 300);
}

TEST(ShotClock, AllowsShortShotsAMinute) { EXPECT_EQ(after({0.1, 0.1}).limit_s(), 60); }

TEST(ShotClock, TakesTheLimitThatIsAskedForFromTheFirstShotOn) {
  EXPECT_EQ(after({}, 5).limit_s(), 5);
  EXPECT_EQ(after({30, 30}, 5).limit_s(), 5);
}

TEST(ShotClock, FindsWhoIsBeyondTheLimitAlone) {
  ShotClock clock = after({}, 5);
  clock.begins(0, 100), clock.begins(1, 103);  // worker 2 has no shot
  EXPECT_EQ(clock.late(105), Late{});
  EXPECT_EQ(clock.late(106), Late{0});
  EXPECT_EQ(clock.late(109), (Late{0, 1}));
  clock.lost(0), clock.done(1, 109);
  EXPECT_EQ(clock.late(1e9), Late{});
}

TEST(ShotClock, CountsNoLostShot) {
  ShotClock clock = after({30});
  clock.begins(1, 0);
  clock.lost(1);
  EXPECT_EQ(clock.limit_s(), 300);
}

}  // namespace
}  // namespace ladder
