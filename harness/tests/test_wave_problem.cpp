// The wave as the core sees it: arrays, regions, places and work.
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
  CaseOverrides over{.half_length = 3};
  EXPECT_EQ(dynamic_cast<const WaveCase &>(*wave_problem.random({9, 7, 1}, 4, over)).half_length,
            3);
  over.source = "1";
  EXPECT_THROW(wave_problem.random({9, 7, 1}, 4, over), UsageError);
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

}  // namespace
}  // namespace ladder
