// The least time of a case: a formula over measured speeds.
#include <gtest/gtest.h>

#include "harness/machine/floor/floor.h"

namespace ladder {
namespace {

Work work(bool on_device) {
  Work w;
  w.points = 1000;
  w.steps = 100;
  w.multiply_adds_per_point = 33;
  w.on_device = on_device;
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
  // 1000 points, 100 steps, 33 multiply-adds each
  EXPECT_DOUBLE_EQ(least_time(work(false), host(), std::nullopt).seconds, 0.1);
}

TEST(Floor, CoresThatWereDisturbedTogetherCountAsManyTimesOne) {
  HostSpeeds speeds = host();
  speeds.multiply_adds_per_s_one_core = 33e6;
  speeds.cores = 4;
  EXPECT_DOUBLE_EQ(least_time(work(false), speeds, std::nullopt).seconds, 0.025);
}

TEST(Floor, TheSlowerDirectionOfTheBusCounts) {
  // 4e5 B in at 1 MB/s and 4e5 B out at 2 MB/s may overlap
  Work w = work(true);
  w.bytes_in = w.bytes_out = 4e5;
  EXPECT_DOUBLE_EQ(least_time(w, host(), device()).seconds, 0.4);
  w.bytes_out = 1.2e6;
  EXPECT_DOUBLE_EQ(least_time(w, host(), device()).seconds, 0.6);
}

TEST(Floor, WithoutTheDevicesSpeedsThereIsNone) {
  const Floor floor = least_time(work(true), host(), std::nullopt);
  EXPECT_EQ(floor.seconds, 0);
  EXPECT_TRUE(plausible(0, floor));
}

TEST(Floor, MoreThanFivePercentBelowItIsNotBelieved) {
  const Floor floor{1.0, ""};
  EXPECT_TRUE(plausible(1.0, floor));
  EXPECT_TRUE(plausible(0.96, floor));
  EXPECT_FALSE(plausible(0.94, floor));
}

TEST(Floor, TheFormulaIsGivenWithTheNumber) {
  const std::string words = least_time(work(true), host(), device()).words;
  EXPECT_NE(words.find("33 multiply-adds"), std::string::npos);
  EXPECT_NE(words.find("B in at 1e+06 B/s"), std::string::npos) << words;
}

}  // namespace
}  // namespace ladder
