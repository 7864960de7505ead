// What is shown of a record is asked in one place, of new records and of those from before they carried the numbers.
#include <gtest/gtest.h>

#include "harness/records/result.h"
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

}  // namespace
}  // namespace ladder
