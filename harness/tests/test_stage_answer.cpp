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

// Why a step helped or not, from records alone.

TEST(Reason, IsWhatMovedAndWhereMostOfTheTimeIs) {
  const std::tuple<double, double, double, double, const char *> steps[] = {
      {160e3, 5e6, 100e3, 5e6, "kernel 1.6x faster, but 98 % of the wall time is copies"},
      {1e6, 9e6, 1e6, 2e6,
       "kernel unchanged, copies took 7 ms less; 67 % of the wall time is copies"},
      {1e6, 12.2e9, 1e6, 2e9,
       "kernel unchanged, copies took 10.2 s less; 100 % of the wall time is copies"}};
  for (const auto &[kernel, copies, new_kernel, new_copies, words] : steps)
    EXPECT_EQ(likely_reason(with_scopes(example_record("fortran", one_ms), kernel, copies, 0),
                            with_scopes(example_record("smem", one_ms), new_kernel, new_copies, 0)),
              words);
}

TEST(Reason, IsNotKnownWhereTheTracedRunChangedTheOtherWay) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 0, 0);
  const Json slower = with_scopes(example_record("smem", times(4)), 0.5e6, 0, 0);
  const Json faster = with_scopes(example_record("smem", times(0.25)), 2e6, 0, 0);
  EXPECT_HAS(step_of({parent, slower}).reason,
             "not known: its samples took 4.00 times as long as the parent's, its traced run "
             "0.50 times");
  EXPECT_HAS(step_of({parent, faster}).reason, "not known");
}

TEST(Reason, IsNotKnownWhereATracedRunWasDisturbed) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 0, 0);
  const Json child = with_scopes(example_record("smem", times(0.5)), 0.5e6, 0, 0);
  for (const double ratio : {0.69, 1.4}) {
    const std::string of_child = step_of({parent, disturbed(child, ratio)}).reason,
                      of_parent = step_of({disturbed(parent, ratio), child}).reason;
    EXPECT_EQ(of_child.find("not known: the traced run of 'smem' took "), 0u) << of_child;
    EXPECT_EQ(of_parent.find("not known: the traced run of 'fortran' took "), 0u) << of_parent;
  }
}

TEST(Reason, OfKernelsOnADeviceIsKnownInADisturbedRunToo) {
  const Json parent = with_scopes(example_record("gmem", one_ms), 1e6, 0, 0);
  const Json child = disturbed(with_scopes(example_record("smem", times(0.5)), 0.5e6, 0, 0), 1.2);
  EXPECT_EQ(likely_reason(parent, child).find("kernel 2.0x faster, the rest is not known: "), 0u);
}

TEST(Reason, ComesFromTheScopesWhereTracedRunAndSamplesAgree) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 0, 0);
  const Json faster = with_scopes(example_record("smem", times(0.5)), 0.5e6, 0, 0);
  const Json alike = with_scopes(example_record("smem", times(1.02)), 0.95e6, 0, 0);
  for (const Json &child : {faster, alike}) EXPECT_HAS(step_of({parent, child}).reason, "kernel ");
}

TEST(Reason, NobodyGuessesWithoutATrace) {
  Json child = with(example_record("smem", one_ms), "/traced", nullptr);
  EXPECT_HAS(likely_reason(example_record("fortran", one_ms), child), "not known");
}

// Of a stage: what each part of the machine needs a step, the longest first [us].
Json predicted(const std::string &stage, const std::string &longest, double first,
               const std::string &other, double second, double kernels) {
  const Json record = example_record(stage, one_ms);
  return {
      {"stage", record["stage"]},    {"case", record["case"]},
      {"launch", record["launch"]},  {"machine", record["environment"]["gpu"]["name"]},
      {"regime", longest},           {"terms_s", {{longest, 1e-6 * first}, {other, 1e-6 * second}}},
      {"kernels_s", 1e-6 * kernels}, {"step_s", 1e-6 * (kernels + 1)}};
}

TEST(Reason, ComesFromThePredictedTermsWhereThereAreAny) {
  const Json parent = with_scopes(example_record("gmem", times(2)), 8e6, 0, 0);
  Json child =
      with(with_scopes(example_record("smem", one_ms), 4e6, 0, 0), "/stage/parent", "gmem");
  const auto reason = [&](const std::vector<Json> &predictions) {
    return step_of({parent, child}, predictions).reason;
  };
  const std::string without = reason({});
  EXPECT_HAS_NOT(without, "model");
  const Json before = predicted("gmem", "first-level cache", 40, "memory", 20, 42),
             now = predicted("smem", "memory", 20, "first-level cache", 15, 22);
  EXPECT_EQ(reason({before, now}),
            without +
                "; by the model first-level cache took longest before (40.0 us a step, now "
                "15.0 us), and memory does now (20.0 us, before 20.0 us)");
  EXPECT_EQ(reason({before, predicted("smem", "first-level cache", 20, "memory", 15, 22)}),
            without +
                "; by the model first-level cache takes longest, before and now: 40.0 us, "
                "then 20.0 us a step");
  EXPECT_EQ(reason({now}),
            without + "; by the model memory takes longest: 20.0 us of 23.0 us a step");
  EXPECT_EQ(reason({before}), without);
}

TEST(Reason, AModelThatExpectedTheOppositeIsNoReason) {
  const Json parent = with_scopes(example_record("gmem", times(2)), 8e6, 0, 0);
  Json child =
      with(with_scopes(example_record("smem", one_ms), 4e6, 0, 0), "/stage/parent", "gmem");
  EXPECT_HAS(step_of({parent, child}, {predicted("gmem", "memory", 20, "issue", 1, 22),
                                       predicted("smem", "memory", 40, "issue", 1, 42)})
                 .reason,
             "but it expects slower kernels: the reason is another one");
}

TEST(Reason, APredictionForAnotherMachineIsNone) {
  Json elsewhere = with(predicted("smem", "memory", 20, "issue", 1, 22), "/machine", "another GPU");
  EXPECT_HAS_NOT(
      step_of({example_record("fortran", one_ms), example_record("smem", one_ms)}, {elsewhere})
          .reason,
      "model");
}

}  // namespace
}  // namespace ladder
