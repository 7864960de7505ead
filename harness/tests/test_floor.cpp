// The least time of a case: a formula over measured speeds.
#include <gtest/gtest.h>

#include "harness/floor/floor.h"

namespace ladder {
namespace {

Work work(bool on_device, bool owns_time_loop) {
  Work w;
  w.cells = 1000;
  w.steps = 100;
  w.axes = 2;
  w.half_length = 8;
  w.trace_values = 500;
  w.on_device = on_device;
  w.owns_time_loop = owns_time_loop;
  return w;
}

HostSpeeds host() {
  HostSpeeds speeds;
  speeds.multiply_adds_per_s = 33e6;
  return speeds;
}

DeviceSpeeds device() {
  DeviceSpeeds speeds;
  speeds.multiply_adds_per_s = 33e9;
  speeds.h2d_bytes_per_s = 1e6;
  speeds.d2h_bytes_per_s = 2e6;
  return speeds;
}

TEST(Floor, OnTheHostItIsTheArithmetic) {
  // 1000 cells, 100 steps, 2 * 8 * 2 + 1 = 33 multiply-adds each
  EXPECT_DOUBLE_EQ(least_time(work(false, false), host(), std::nullopt).seconds, 0.1);
}

TEST(Floor, CoresThatWereDisturbedTogetherCountAsManyTimesOne) {
  HostSpeeds speeds = host();
  speeds.multiply_adds_per_s_one_core = 33e6;
  speeds.cores = 4;
  EXPECT_DOUBLE_EQ(least_time(work(false, false), speeds, std::nullopt).seconds, 0.025);
}

TEST(Floor, AFieldCrossesTheBusBothWaysEveryStep) {
  // 4000 B in a step at 1 MB/s is the slower of the two directions, which may overlap
  EXPECT_DOUBLE_EQ(least_time(work(true, false), host(), device()).seconds, 0.4);
}

TEST(Floor, AStageThatOwnsTheLoopCopiesOnce) {
  // in 8000 B at 1 MB/s; out 8000 + 2000 B at 2 MB/s
  EXPECT_DOUBLE_EQ(least_time(work(true, true), host(), device()).seconds, 0.008);
}

TEST(Floor, OneAxisNeedsFewerTaps) {
  Work w = work(false, false);
  w.axes = 1;
  EXPECT_DOUBLE_EQ(least_time(w, host(), std::nullopt).seconds, 17.0 / 330);
}

TEST(Floor, WithoutTheDevicesSpeedsThereIsNone) {
  const Floor floor = least_time(work(true, true), host(), std::nullopt);
  EXPECT_EQ(floor.seconds, 0);
  EXPECT_TRUE(plausible(0, floor));
}

TEST(Floor, MoreThanFivePercentBelowItIsNotBelieved) {
  const Floor floor{1.0, ""};
  EXPECT_TRUE(plausible(1.0, floor));
  EXPECT_TRUE(plausible(0.96, floor));
  EXPECT_FALSE(plausible(0.94, floor));
}

TEST(Floor, TheFormulaStandsBesideTheNumber) {
  const std::string words = least_time(work(true, false), host(), device()).words;
  EXPECT_NE(words.find("33 multiply-adds"), std::string::npos);
  EXPECT_NE(words.find("B in at 1e+06 B/s"), std::string::npos) << words;
}

}  // namespace
}  // namespace ladder
