// A traced run is a sample like the timed ones, or it is said that it is not.
#include <gtest/gtest.h>

#include "harness/answers/records/result.h"
#include "harness/bench/measure/timing.h"
#include "harness/bench/trace/disturbance.h"
#include "harness/bench/trace/traced.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

// Traced runs of these wall times [ns], one after the other, against timed runs of 1000 ns.
struct Runs {
  std::vector<std::int64_t> wall_ns;
  std::size_t taken = 0;

  TraceResult kept(double time_limit_s = 1e9) {
    return least_disturbed(1e-6, time_limit_s, [this](TraceResult &trace) {
      trace.traced.emplace().scopes.wall_ns = wall_ns.at(taken++);
      return true;
    });
  }
};

TEST(TracedRun, IsTakenOnceWhereItIsLikeTheTimedOnes) {
  for (const std::int64_t like : {900, 1000, 1100}) {
    Runs runs{{like}};
    EXPECT_DOUBLE_EQ(runs.kept().traced->ratio, 1e-3 * double(like));
    EXPECT_EQ(runs.taken, 1u);
  }
}

TEST(TracedRun, IsTakenAgainWhileItIsDisturbed) {
  for (const std::int64_t disturbing : {600, 1400}) {
    Runs runs{{disturbing, 1050}};
    const TraceResult kept = runs.kept();
    EXPECT_DOUBLE_EQ(kept.traced->ratio, 1.05);
    EXPECT_EQ(kept.traced->runs, 2);
  }
}

TEST(TracedRun, IsTheLeastDisturbedOfThree) {
  Runs slower{{1300, 1200, 1250}}, faster{{700, 500, 1900}};
  EXPECT_DOUBLE_EQ(slower.kept().traced->ratio, 1.2);
  const TraceResult kept = faster.kept();
  EXPECT_DOUBLE_EQ(kept.traced->ratio, 0.7);
  EXPECT_EQ(kept.traced->runs, 3);
  EXPECT_TRUE(disturbed(kept.traced->ratio));
}

TEST(TracedRun, IsNotTakenAgainBeyondTheTimeLimit) {
  Runs runs{{1300, 1000}};
  EXPECT_DOUBLE_EQ(runs.kept(0).traced->ratio, 1.3);
}

TEST(TracedRun, ThatFailsIsNotHiddenByAnother) {
  int taken = 0;
  const TraceResult none = least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    if (++taken == 1) trace.traced.emplace().scopes.wall_ns = 2000;
    if (taken == 2) trace.why_not = "the tracer lost 3 activities";
    return true;
  });
  EXPECT_FALSE(none.traced);
  EXPECT_EQ(none.why_not, "the tracer lost 3 activities");
  taken = 0;
  const TraceResult other_launch = least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    trace.traced.emplace().scopes.wall_ns = 2000;
    if (++taken == 2) trace.traced->launch_defect = "another block ran";
    return true;
  });
  EXPECT_EQ(other_launch.traced->launch_defect, "another block ran");
  taken = 0;
  least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    trace.traced.emplace().scopes.wall_ns = 2000;
    return ++taken < 1;
  });
  EXPECT_EQ(taken, 1) << "the result of a wrong run is not computed again";
}

TEST(Disturbance, IsAFactorInEitherDirection) {
  EXPECT_DOUBLE_EQ(disturbance(0.5), disturbance(2));
  EXPECT_FALSE(disturbed(1.1));
  EXPECT_TRUE(disturbed(1.1001));
  EXPECT_FALSE(disturbed(0.9));
  EXPECT_TRUE(disturbed(0.8999)) << "less was done";
  EXPECT_FALSE(disturbed(0)) << "not compared";
  EXPECT_EQ(ratio_of_traced(1000, 0), 0);
}

TEST(Disturbance, OfARecordIsThatOfItsField) {
  Json record = example_record("smem", {1000, 1000, 1000});
  EXPECT_EQ(disturbance(record), "");
  record["traced"]["ratio"] = 1.48;
  EXPECT_NE(disturbance(record).find("'smem' took 1.48 times"), std::string::npos);
  record["traced"] = nullptr;
  EXPECT_EQ(disturbance(record), "");
}

TEST(Disturbance, GoesThroughARecordUnchanged) {
  Traced traced;
  traced.ratio = 1.25, traced.runs = 3;
  const Json json = traced_json(traced);
  EXPECT_EQ(json.at("disturbed"), true);
  EXPECT_EQ(traced_json(traced_of(json)), json);
}

TEST(Disturbance, OfAnOlderRecordFollowsFromItsTimes) {
  Json record = example_record("smem", {800, 800, 800});
  record["traced"].erase("ratio");
  EXPECT_DOUBLE_EQ(traced_ratio(record), 1.25);
  EXPECT_NE(disturbance(record), "");
}

}  // namespace
}  // namespace ladder
