// Why a step helped or not, from records alone.
#include <gtest/gtest.h>

#include "harness/answers/stage_answer.h"
#include "harness/tests/example_steps.h"

namespace ladder {
namespace {

TEST(Reason, AFasterKernelUnderCopiesIsReportedAsSuch) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 160e3, 5e6, 1e3);
  const Json child = with_scopes(example_record("smem", one_ms), 100e3, 5e6, 1e3);
  EXPECT_EQ(likely_reason(parent, child),
            "kernel 1.6x faster, but 98 % of the wall time is copies");
}

TEST(Reason, AnUnchangedKernelAndWhatElseMoved) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 9e6, 0);
  const Json child = with_scopes(example_record("smem", one_ms), 1e6, 2e6, 0);
  EXPECT_EQ(likely_reason(parent, child),
            "kernel unchanged, copies took 7 ms less; 67 % of the wall time is copies");
}

TEST(Reason, ALongChangeIsGivenInSeconds) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 12.2e9, 0);
  const Json child = with_scopes(example_record("smem", one_ms), 1e6, 2e9, 0);
  EXPECT_EQ(likely_reason(parent, child),
            "kernel unchanged, copies took 10.2 s less; 100 % of the wall time is copies");
}

TEST(Reason, IsNotKnownWhereTheTracedRunChangedTheOtherWay) {
  const Json parent = with_scopes(example_record("fortran", one_ms), 1e6, 0, 0);
  const Json slower = with_scopes(example_record("smem", times(4)), 0.5e6, 0, 0);
  const Json faster = with_scopes(example_record("smem", times(0.25)), 2e6, 0, 0);
  EXPECT_TRUE(has(step_of({parent, slower}).reason,
                  "not known: its samples took 4.00 times as long as the parent's, its traced run "
                  "0.50 times"));
  EXPECT_TRUE(has(step_of({parent, faster}).reason, "not known"));
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
  for (const Json &child : {faster, alike})
    EXPECT_TRUE(has(step_of({parent, child}).reason, "kernel "));
}

TEST(Reason, NobodyGuessesWithoutATrace) {
  Json child = example_record("smem", one_ms);
  child["traced"] = nullptr;
  EXPECT_TRUE(has(likely_reason(example_record("fortran", one_ms), child), "not known"));
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
  Json child = with_scopes(example_record("smem", one_ms), 4e6, 0, 0);
  child["stage"]["parent"] = "gmem";
  const auto reason = [&](const std::vector<Json> &predictions) {
    return step_of({parent, child}, predictions).reason;
  };
  const std::string without = reason({});
  EXPECT_FALSE(has(without, "model")) << without;
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
  Json child = with_scopes(example_record("smem", one_ms), 4e6, 0, 0);
  child["stage"]["parent"] = "gmem";
  EXPECT_TRUE(has(step_of({parent, child}, {predicted("gmem", "memory", 20, "issue", 1, 22),
                                            predicted("smem", "memory", 40, "issue", 1, 42)})
                      .reason,
                  "but it expects slower kernels: the reason is another one"));
}

TEST(Reason, APredictionForAnotherMachineIsNone) {
  Json elsewhere = predicted("smem", "memory", 20, "issue", 1, 22);
  elsewhere["machine"] = "another GPU";
  EXPECT_FALSE(
      has(step_of({example_record("fortran", one_ms), example_record("smem", one_ms)}, {elsewhere})
              .reason,
          "model"));
}

}  // namespace
}  // namespace ladder
