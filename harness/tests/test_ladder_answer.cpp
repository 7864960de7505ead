// The last lines of a ladder: which step paid, where the time is, what to try next.
#include "harness/answers/ladder_answer.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

Json traced(Json record, const Json &scopes) {
  std::int64_t wall = 0;
  for (const auto &[name, ns] : scopes.items()) wall += ns.get<std::int64_t>();
  for (auto &[name, ns] : record["traced"]["scopes_ns"].items()) ns = scopes.value(name, 0);
  record["traced"]["wall_ns"] = wall;
  return record;
}

// Whose scopes add up to 100.
std::vector<Json> two(const Json &scopes) {
  return {example_record("fortran", {200, 201, 202, 203, 204, 205}),
          traced(example_record("smem", {100, 101, 100, 101, 100, 101}), scopes)};
}

LadderAnswer answer(const std::vector<Json> &records) {
  return ladder_answer(stage_answers(records));
}

TEST(Answer, NamesTheStepThatPaidAndTheFastest) {
  const LadderAnswer found = answer(two({{"kernel", 30}, {"host", 70}}));
  EXPECT_EQ(found.paid_words.find("Paid most: smem (2"), 0u) << found.paid_words;
  EXPECT_EQ(found.now_words.find("Fastest: smem, "), 0u) << found.now_words;
  EXPECT_HAS(found.now_words, "70 % the driver's own loops, 30 % kernels");
}

TEST(Answer, WhatToTryNextFollowsWhereTheTimeIs) {
  EXPECT_HAS(answer(two({{"kernel", 30}, {"host", 70}})).next_words, "time loop into the stage");
  EXPECT_HAS(answer(two({{"kernel", 30}, {"h2d", 30}, {"staging", 40}})).next_words,
             "leave the fields on the device");
  EXPECT_HAS(answer(two({{"kernel", 90}, {"host", 10}})).next_words, "a better kernel");
}

TEST(Answer, AStepWithinTheNoiseDidNotPay) {
  EXPECT_EQ(answer({example_record("fortran", {100, 101, 102, 103, 104, 105}),
                    example_record("smem", {100, 102, 101, 103, 104, 105})})
                .paid_words,
            "No step was faster than its parent beyond the noise.");
}

TEST(Answer, WhatWasWrongIsNotTheFastest) {
  auto records = two({{"kernel", 30}, {"host", 70}});
  records[1]["verdict"]["passed"] = false;
  EXPECT_EQ(answer(records).now_words.find("Fastest: fortran"), 0u);
}

TEST(Answer, OfADisturbedTracedRunNothingFollows) {
  for (const double ratio : {0.6, 1.11}) {
    auto records = two({{"kernel", 30}, {"host", 70}});
    records[1]["traced"]["ratio"] = ratio;
    const LadderAnswer disturbed = answer(records);
    EXPECT_EQ(disturbed.next_words, "");
    EXPECT_HAS_NOT(disturbed.now_words, "%");
    EXPECT_HAS(disturbed.now_words, "not known: the traced run of 'smem'");
  }
}

TEST(Answer, ABatchIsNotTheFastestOfSingleShots) {
  auto records = two({{"kernel", 30}, {"host", 70}});
  records.push_back(example_record("batch", {120, 120, 120, 120, 120, 120}));
  records.back()["work"]["shots"] = 6;
  EXPECT_EQ(records[*answer(records).fastest]["stage"]["name"], "smem");
}

// A ladder on a device whose fields stay there with its second stage.
std::vector<StageAnswer> fields_stay(const Json &scopes) {
  Json first = traced(example_record("gmem", {100, 100, 100, 100, 100, 100}), scopes),
       stays = example_record("resident", {20, 20, 20, 20, 20, 20});
  stays["traced"]["wall_ns"] = 10;
  stays["stage"]["parent"] = "gmem", stays["stage"]["owns_time_loop"] = true;
  return stage_answers({example_record("fortran", {200, 200, 200, 200, 200, 200}), first, stays});
}

TEST(Finding, SaysWhatTookTheTimeBeforeTheFieldsStayed) {
  const auto finding = [](const Json &scopes) {
    return ladder_answer(fields_stay(scopes)).finding;
  };
  EXPECT_EQ(finding({{"staging", 60}, {"kernel", 40}}),
            "Copies, not kernels, take the time until the fields stay on the device; resident is "
            "10 times as fast as fortran");
  EXPECT_EQ(finding({{"host", 60}, {"kernel", 40}}).find("The driver's own loops, not kernels"),
            0u);
  EXPECT_EQ(finding({{"staging", 40}, {"kernel", 60}}),
            "The step that pays most is resident, 5 times as fast as gmem");
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
