// The last lines of a ladder: which step paid, where the time is, what to try next.
#include <gtest/gtest.h>

#include "harness/tests/example_records.h"
#include "harness/waterfall/answer.h"

namespace ladder {
namespace {

Json traced(Json record, const Json &scopes) {
  std::int64_t wall = 0;
  for (const auto &[name, ns] : scopes.items()) wall += ns.get<std::int64_t>();
  for (auto &[name, ns] : record["traced"]["scopes_ns"].items()) ns = scopes.value(name, 0);
  record["traced"]["wall_ns"] = wall;
  return record;
}

std::vector<Json> two(const Json &scopes) {
  return {example_record("fortran", {100, 101, 102, 103, 104, 105}),
          traced(example_record("smem", {50, 51, 50, 51, 50, 51}), scopes)};
}

TEST(Answer, NamesTheStepThatPaidAndTheFastest) {
  const Answer told = answer(two({{"kernel", 30}, {"host", 70}}));
  EXPECT_EQ(told.paid.find("Paid most: smem (2"), 0u) << told.paid;
  EXPECT_EQ(told.now.find("Fastest: smem, "), 0u) << told.now;
  EXPECT_NE(told.now.find("70 % the driver's own loops, 30 % kernels"), std::string::npos)
      << told.now;
}

TEST(Answer, WhatToTryNextFollowsWhereTheTimeIs) {
  EXPECT_NE(answer(two({{"kernel", 30}, {"host", 70}})).next.find("time loop into the stage"),
            std::string::npos);
  EXPECT_NE(answer(two({{"kernel", 30}, {"h2d", 30}, {"staging", 40}}))
                .next.find("leave the fields on the device"),
            std::string::npos);
  EXPECT_NE(answer(two({{"kernel", 90}, {"host", 10}})).next.find("a better kernel"),
            std::string::npos);
}

TEST(Answer, NothingFollowsFromADisturbedRun) {
  for (const double ratio : {0.6, 1.11}) {
    auto records = two({{"kernel", 30}, {"host", 70}});
    records[1]["traced"]["ratio"] = ratio;
    const Answer told = answer(records);
    EXPECT_EQ(told.next, "");
    EXPECT_EQ(told.now.find('%'), std::string::npos) << told.now;
    EXPECT_NE(told.now.find("where its time goes is not known: the traced run of 'smem'"),
              std::string::npos)
        << told.now;
  }
}

TEST(Answer, AStepWithinTheNoiseDidNotPay) {
  EXPECT_EQ(answer({example_record("fortran", {100, 101, 102, 103, 104, 105}),
                    example_record("smem", {100, 102, 101, 103, 104, 105})})
                .paid,
            "No step was faster than its parent beyond the noise.");
}

TEST(Answer, WhatWasWrongIsNotTheFastest) {
  auto records = two({{"kernel", 30}, {"host", 70}});
  records[1]["verdict"]["passed"] = false;
  EXPECT_EQ(answer(records).now.find("Fastest: fortran"), 0u);
}

}  // namespace
}  // namespace ladder
