// The last lines of a ladder: which step paid, where the time is, what to try next.
#include <gtest/gtest.h>

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
  EXPECT_NE(found.now_words.find("70 % the driver's own loops, 30 % kernels"), std::string::npos)
      << found.now_words;
}

TEST(Answer, WhatToTryNextFollowsWhereTheTimeIs) {
  EXPECT_NE(answer(two({{"kernel", 30}, {"host", 70}})).next_words.find("time loop into the stage"),
            std::string::npos);
  EXPECT_NE(answer(two({{"kernel", 30}, {"h2d", 30}, {"staging", 40}}))
                .next_words.find("leave the fields on the device"),
            std::string::npos);
  EXPECT_NE(answer(two({{"kernel", 90}, {"host", 10}})).next_words.find("a better kernel"),
            std::string::npos);
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
    EXPECT_EQ(disturbed.now_words.find('%'), std::string::npos) << disturbed.now_words;
    EXPECT_NE(disturbed.now_words.find("not known: the traced run of 'smem'"), std::string::npos)
        << disturbed.now_words;
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

}  // namespace
}  // namespace ladder
