// What the times of a point cannot be: made-up samples, so that no machine decides.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/bench/measure/proofs.h"

namespace ladder {
namespace {

// A stage on the host with a knob `threads`, which says that it used so many.
Point point(int threads, double processors) {
  static const ladder_knob knob = {"threads", "threads", nullptr, 1, {1, 0}, {1, 0}, {64, 0}};
  static ladder_stage stage;
  std::memset(&stage, 0, sizeof stage);
  stage.knobs = 1;
  stage.knob = &knob;
  Point point;
  point.entry.stage = &stage;
  point.used.knob[0][0] = threads;
  for (int i = 0; i < 7; ++i) {
    Sample sample;
    sample.clock_ns = 1000000;
    sample.cpu_ns = static_cast<std::int64_t>(1e6 * processors);
    point.samples.push_back(sample);
  }
  return point;
}

TEST(Findings, AStageMayKeepAsManyProcessorsBusyAsItHasThreads) {
  EXPECT_EQ(finding(point(1, 1.0)), "");
  EXPECT_EQ(finding(point(1, 1.3)), "");
  EXPECT_EQ(finding(point(4, 4.5)), "");
}

TEST(Findings, MoreProcessorsThanThreadsAreFound) {
  EXPECT_EQ(finding(point(1, 2.0)), "it reports threads=1 but kept 2.0 processors busy");
  EXPECT_EQ(finding(point(4, 8.0)), "it reports threads=4 but kept 8.0 processors busy");
}

TEST(Findings, OneBusySampleIsNone) {
  Point one = point(1, 1.0);
  one.samples[3].cpu_ns *= 32;
  EXPECT_EQ(finding(one), "");
}

TEST(Findings, AStageOfADeviceMayUseAnyProcessors) {
  Point one = point(1, 8.0);
  ladder_stage stage = *one.entry.stage;
  stage.device = LADDER_ON_CUDA;
  one.entry.stage = &stage;
  EXPECT_EQ(finding(one), "");
}

TEST(Findings, ProcessesThatRunOnAreFoundInAnySample) {
  Point one = point(1, 1.0);
  one.samples[2].processes = 3;
  EXPECT_EQ(finding(one), "3 processes that it started were still running after it had returned");
}

}  // namespace
}  // namespace ladder
