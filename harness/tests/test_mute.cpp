// Direct waves are taken out of traces: what has not passed yet is zero, what comes later is as it
// was.
#include <gtest/gtest.h>

#include "harness/seismic/migration/filters.h"

namespace ladder {
namespace {

TEST(Mute, AWaveletLastsToItsLastValueAboveAHundredth) {
  EXPECT_DOUBLE_EQ(length_of({0, 1, -100, 2, 0.5f, 0}, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(length_of({0, 0, 0}, 0.1), 0);
}

// Sample n is at n + 1: the wave arrives at 10 and lasts 20, the cosine 10 more.
TEST(Mute, ATraceIsZeroUntilTheWaveHasPassed) {
  std::vector<float> trace(60, 2.0f);
  mute_direct(trace, 1, 10, 20);
  for (int n = 0; n < 30; ++n) EXPECT_EQ(trace[n], 0) << n;
  for (int n = 30; n < 39; ++n) EXPECT_GT(trace[n], trace[n - 1]) << n;
  EXPECT_FLOAT_EQ(trace[34], 1.0f);  // half of it in the middle of the rise
  for (int n = 39; n < 60; ++n) EXPECT_EQ(trace[n], 2) << n;
}

TEST(Mute, ATraceThatEndsBeforeIsZero) {
  std::vector<float> trace(5, 1.0f);
  mute_direct(trace, 1, 10, 20);
  EXPECT_EQ(trace, std::vector<float>(5));
}

}  // namespace
}  // namespace ladder
