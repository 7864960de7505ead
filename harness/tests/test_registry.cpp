// Stages are found by name, and wrong names get the nearest right ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/registry.h"

namespace ladder {
namespace {

TEST(Registry, BeginsWithTheOriginal) {
  ASSERT_FALSE(built_in_stages().empty());
  EXPECT_EQ(built_in_stages()[0].name(), "fortran");
  for (const auto &ladder : ladders()) {
    const auto first = std::ranges::find(built_in_stages(), ladder, &StageEntry::ladder);
    EXPECT_EQ(first->stage, original_of(ladder).stage) << ladder;
  }
}

TEST(Registry, EveryOtherStageHasAParentThatStandsBeforeIt) {
  std::set<std::pair<std::string, std::string>> before;
  for (const auto &entry : built_in_stages()) {
    if (entry.stage->parent) {
      EXPECT_TRUE(before.count({entry.ladder, entry.stage->parent})) << entry.full_name();
    }
    EXPECT_TRUE(before.insert({entry.ladder, entry.name()}).second)
        << entry.full_name() << " is there twice";
  }
}

TEST(Registry, EveryStageSaysWhatItChangesAndExpects) {
  for (const auto &entry : built_in_stages()) {
    EXPECT_GT(std::string(entry.stage->change).size(), 10u) << entry.name();
    EXPECT_GT(std::string(entry.stage->expectation).size(), 10u) << entry.name();
    EXPECT_GT(entry.stage->bytes_per_point, 0) << entry.name();
    EXPECT_FALSE(entry.flags.empty()) << entry.name();
    EXPECT_EQ(entry.hash.size(), 16u) << entry.name();
  }
}

// Made up: a build that has everything leaves nothing out.
TEST(Registry, AStageThatIsLeftOutIsRefusedWithItsReason) {
  const std::vector<UnbuiltStage> left_out = {{"wave", "left-out", "cuda_stages/wave/31a_cudnn.cu",
                                               "cuDNN is missing: CUDNN_ROOT names it"}};
  try {
    find_among(built_in_stages(), left_out, "wave", "left-out");
    FAIL() << "it was found";
  } catch (const Error &error) {
    EXPECT_EQ(error.exit, Exit::nothing_ran);
    EXPECT_STREQ(error.what(),
                 "stage 'left-out' is not in this build: cuDNN is missing: CUDNN_ROOT names it");
  }
  EXPECT_EQ(find_among(built_in_stages(), left_out, "wave", "c-O3").name(), "c-O3");
}

TEST(Registry, TheThreeStagesOfOneSourceDifferByTheirFlags) {
  EXPECT_EQ(find_stage("c-O0", "wave").flags, "-O0");
  EXPECT_EQ(find_stage("c-O2", "wave").flags, "-O2");
  EXPECT_EQ(find_stage("c-O3", "wave").flags, "-O3");
}

TEST(Registry, AWrongNameGetsTheNearest) {
  try {
    find_stage("fortarn", "wave");
    FAIL();
  } catch (const UsageError &error) {
    EXPECT_NE(std::string(error.what()).find("did you mean fortran?"), std::string::npos)
        << error.what();
  }
}

TEST(Registry, NearestSortsByDistance) {
  EXPECT_EQ(nearest("smen", {"cmem", "smem", "fortran"}),
            (std::vector<std::string>{"smem", "cmem"}));
  EXPECT_TRUE(nearest("zzzzzzzz", {"cmem", "smem"}).empty());
}

TEST(Registry, OfNamesThatContainTheWordTheNearestComesFirst) {
  EXPECT_EQ(nearest("smal", {"heat-small", "imaging-small", "small"}).front(), "small");
}

}  // namespace
}  // namespace ladder
