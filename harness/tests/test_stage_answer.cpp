// What each step of the ladder did, from records alone.
#include "harness/answers/compared.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

StepVerdict verdict_of(const Json &child) {
  return step_of({example_record("fortran", one_ms), child}).compared.verdict;
}

TEST(Steps, AStepHelpedDidNotHelpOrIsInconclusive) {
  EXPECT_EQ(verdict_of(example_record("smem", times(0.5))), StepVerdict::helped);
  EXPECT_EQ(verdict_of(example_record("smem", times(1.2))), StepVerdict::slower);
  EXPECT_EQ(verdict_of(example_record("smem", times(1.001))), StepVerdict::no_difference);
  EXPECT_EQ(verdict_of(example_record("smem", {500000, 510000})), StepVerdict::inconclusive);
  EXPECT_EQ(verdict_of(example_record("smem", {500000})), StepVerdict::one_sample);
}

TEST(Steps, EachHasALineAndAWrongOneNoTime) {
  const auto stages =
      stage_answers({example_record("fortran", one_ms), example_record("smem", times(0.5)),
                     failed(example_record("cmem", times(0.1)), "it is off")});
  const std::string text = steps_text(stages);
  EXPECT_HAS(text, "smem: wall -50.0 % (");
  EXPECT_HAS(text, "against fortran; 2.00x of the original, 2.11x without transfers; helped.");
  EXPECT_HAS(text, "cmem: wrong, so no time is given: it is off.\n");
  EXPECT_FALSE(stages.at(2).step);
  EXPECT_EQ(stages.at(2).wall_s, 0);
}

TEST(Steps, PairsAreOfOneRound) {
  Json drifting = example_record("fortran", one_ms), child = example_record("smem", one_ms);
  for (std::size_t i = 0; i < one_ms.size(); ++i) {  // the machine slows down, both alike
    const auto now = static_cast<std::int64_t>(1e6 * (1.0 + 0.2 * double(i)));
    drifting["samples"]["wall_ns"][i] = now;
    child["samples"]["wall_ns"][i] = now / 2;
  }
  EXPECT_NEAR(step_of({drifting, child}).compared.change.interval->high, 0.5, 0.001);
}

TEST(Steps, RecordsOfOtherSessionsHaveNoPairsAndDecideNothing) {
  const Json other = example_record("fortran", one_ms, "another session");
  const Step step = step_of({other, example_record("smem", times(0.5))});
  EXPECT_EQ(step.compared.verdict, StepVerdict::inconclusive);
  EXPECT_EQ(step.compared.change.samples, 0);
  EXPECT_NEAR(step.compared.change.value, 0.5, 0.01);
}

TEST(Steps, WhereMediansAndPairsContradictEachOtherBothAreShown) {
  const Ratio faster{0.992, Interval{0.985, 0.999}, 8};
  EXPECT_EQ(drift_text(faster, 0.99), "");
  EXPECT_EQ(drift_text(faster, 1.012), "; of the medians +1.2 %: drift") << "other signs";
  EXPECT_EQ(drift_text(faster, 0.9), "; of the medians -10.0 %: drift") << "beyond the interval";
  EXPECT_EQ(drift_text({1.001, Interval{0.99, 1.01}, 8}, 1.12), "; of the medians +12.0 %: drift");
  EXPECT_EQ(drift_text({1.0001, std::nullopt, 3}, 0.9999), "") << "both are shown as 0.0 %";
}

TEST(Steps, WhatItWereWithoutTransfersIsNotSaidOfADisturbedRun) {
  const auto stages = stage_answers(
      {example_record("fortran", one_ms), disturbed(example_record("smem", times(0.5)), 1.2)});
  EXPECT_NEAR(stages[1].speedup, 2, 0.01);
  EXPECT_HAS_NOT(steps_text(stages), "without transfers");
}

// fortran 1 ms, c-omp 0.25 ms on the host, smem 0.1 ms on the device.
std::vector<Json> with_the_host() {
  Json host = example_record("c-omp", times(0.25)), gpu = example_record("smem", times(0.1));
  host["stage"]["device"] = "host", gpu["stage"]["device"] = "cuda";
  Json original = with(example_record("fortran", one_ms), "/stage/device", "host");
  return {original, host, gpu};
}

TEST(OverHost, IsTheFactorOverTheFastestStageOfTheHost) {
  const auto stages = stage_answers(with_the_host());
  EXPECT_EQ(stages[2].host, "c-omp");
  EXPECT_NEAR(stages[2].over_host, 2.5, 0.01);
  EXPECT_NEAR(stages[1].over_host, 1, 1e-12);
}

TEST(OverHost, IsNotSaidWhereTheOriginalIsTheFastestOfTheHost) {
  auto records = with_the_host();
  records.erase(records.begin() + 1);
  for (const StageAnswer &stage : stage_answers(records)) EXPECT_EQ(stage.over_host, 0);
}

TEST(BreakEven, IsTheFirstStepAtWhichTheStartHasPaid) {
  EXPECT_EQ(steps_to_break_even(1.0, 0.1, 0.3), 6);  // 1.6 < 1.8, while 1.5 = 1.5
  EXPECT_EQ(steps_to_break_even(0.0, 0.1, 0.3), 1);
  EXPECT_EQ(steps_to_break_even(1.0, 0.3, 0.3), 0);  // never
  EXPECT_EQ(steps_to_break_even(1.0, 0.4, 0.3), 0);
}

TEST(BreakEven, IsNotKnownOfADisturbedRun) {
  Json once =
      with(disturbed(example_record("resident", times(0.01)), 1.3), "/stage/owns_time_loop", true);
  const std::string text =
      break_even_text(break_even({example_record("fortran", times(1000)), once}));
  EXPECT_HAS(text, "not known: the traced run of 'resident'");
  EXPECT_HAS_NOT(text, "starts in");
}

TEST(BreakEven, IsGivenForStagesThatCopyOnce) {
  Json once = example_record("resident", times(0.01));
  EXPECT_EQ(break_even_text(break_even({example_record("fortran", one_ms), once})), "");
  once["stage"]["owns_time_loop"] = true;
  const std::string text =
      break_even_text(break_even({example_record("fortran", times(1000)), once}));
  EXPECT_TRUE(says(text, "resident: starts in ") &&
              says(text, "beats the best single core (fortran"))
      << text;
}

}  // namespace
}  // namespace ladder
