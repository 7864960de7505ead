// What is shown of a record is asked in one place, of new records and of those from before they
// carried the numbers.
#include <gtest/gtest.h>

#include "harness/answers/records/result.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

Json smem() { return example_record("smem", {1000, 1000, 1000}); }

TEST(Result, IsRightWhereTheVerdictPassedAndTheLaunchIsTheOneAskedFor) {
  EXPECT_TRUE(right(smem()));
  EXPECT_FALSE(right(failed(smem(), "off")));
  EXPECT_EQ(failure(failed(smem(), "off")), "off");
  Json none = smem(), other_launch = smem(), not_traced = smem();
  none["verdict"] = nullptr;
  other_launch["traced"]["launch_confirmed"] = false;
  not_traced["traced"] = nullptr;
  EXPECT_FALSE(right(none));
  EXPECT_FALSE(right(other_launch));
  EXPECT_TRUE(right(not_traced));
}

TEST(Result, ShotsAreThoseThatTheRecordCarries) {
  Json record = smem();
  record["launch"]["used"]["shots"] = {6};
  record["work"]["shots"] = 4;
  EXPECT_EQ(shots(record), 4);
}

TEST(Result, ShotsOfOlderRecordsAreTheKnobButOfPlugins) {
  Json record = smem();
  EXPECT_EQ(shots(record), 1);
  record["launch"]["used"]["shots"] = {6};
  EXPECT_EQ(shots(record), 6);
  record["stage"]["file"] = "./my_kernel.so";
  EXPECT_EQ(shots(record), 1);
}

TEST(Result, WithoutTransfersIsWhatTheRecordCarries) {
  Json record = smem();
  record["summary"]["without_transfers_ns"] = 7;
  EXPECT_EQ(without_transfers_ns(record), 7);
}

TEST(Result, WithoutTransfersOfOlderRecordsIsEstimatedFromTheTrace) {
  Json record = smem();  // 5 % of its traced run are copies, a quarter kernels
  EXPECT_DOUBLE_EQ(without_transfers_ns(record), 950);
  record["summary"]["without_transfers_ns"] = nullptr;
  EXPECT_DOUBLE_EQ(without_transfers_ns(record), 950);
  record["traced"] = nullptr;
  EXPECT_EQ(without_transfers_ns(record), 1000);
}

// A record of 2 s whose traced run took 4 s.
double without_transfers_s(double transfers_s, double kernels_s, double traced_s = 4) {
  Json record = smem();
  record["summary"]["median_ns"] = 2e9;
  record["traced"]["wall_ns"] = 1e9 * traced_s;
  record["traced"]["scopes_ns"]["h2d"] = 1e9 * transfers_s;
  record["traced"]["scopes_ns"]["kernel"] = 1e9 * kernels_s;
  return 1e-9 * without_transfers_ns(record);
}

TEST(Result, ARunWithoutItsTransfersKeepsItsKernels) {
  EXPECT_DOUBLE_EQ(without_transfers_s(3, 1), 1.0) << "kernels take all that is left";
  EXPECT_DOUBLE_EQ(without_transfers_s(1, 1), 1.5) << "a quarter was transfers";
  EXPECT_DOUBLE_EQ(without_transfers_s(0, 3), 2.0) << "no longer than the run itself";
  EXPECT_DOUBLE_EQ(without_transfers_s(0, 0, 0), 2.0) << "an empty trace";
}

}  // namespace
}  // namespace ladder
