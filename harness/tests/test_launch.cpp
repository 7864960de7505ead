// Knobs: what is asked is what runs, or it is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"

namespace ladder {
namespace {

const ladder_knob knobs[] = {
    {"threads", "threads a block", "convolve_major", 1, {128, 0}, {1, 0}, {1024, 0}},
    {"block", "threads, z by x", "convolve_minor", 2, {16, 16}, {1, 1}, {1024, 1024}},
    {"method", "of cutting strips", nullptr, 1, {0, 0}, {1, 0}, {4, 0}}};

ladder_stage stage_with_knobs() {
  ladder_stage stage{};
  stage.name = "smem";
  stage.knobs = 3;
  stage.knob = knobs;
  return stage;
}

std::string words_of(const AskedKnobs &asked) {
  const ladder_stage stage = stage_with_knobs();
  try {
    make_launch(stage, asked);
  } catch (const UsageError &error) {
    return error.what();
  }
  return "";
}

ProfileRow kernel(const char *name, std::array<int, 3> block) {
  ProfileRow row;
  row.name = name;
  row.calls = 1;
  row.block = block;
  return row;
}

TEST(Launch, PresetsStandWhereNothingIsAsked) {
  const ladder_stage stage = stage_with_knobs();
  EXPECT_EQ(describe(knobs_of(stage, make_launch(stage, {}))), "block=16x16 threads=128");
}

// A launch is given to a child process by these names.
TEST(Launch, AZeroThatMayBeAskedForIsNamed) {
  const ladder_knob knobs[] = {{"resident", "", nullptr, 1, {0}, {0}, {1}},
                               {"planes", "", nullptr, 1, {0}, {1}, {9}}};
  ladder_stage stage{};
  stage.name = "cuda";
  stage.knobs = 2;
  stage.knob = knobs;
  EXPECT_EQ(describe(knobs_of(stage, make_launch(stage, {}))), "resident=0");
  EXPECT_NO_THROW(make_launch(stage, {{"resident", parse_knob("resident", "0")}}));
  EXPECT_THROW(make_launch(stage, {{"planes", parse_knob("planes", "0")}}), UsageError);
}

TEST(Launch, AnUnknownKnobIsRefusedWithTheKnownOnes) {
  EXPECT_EQ(words_of({{"stripes", {2}}}),
            "stage 'smem' has no knob 'stripes'; it has threads, block, method");
}

TEST(Launch, AValueOutOfRangeIsRefused) {
  EXPECT_NE(words_of({{"threads", {1025}}}), "");
  EXPECT_NE(words_of({{"method", {5}}}), "");
  EXPECT_EQ(words_of({{"threads", {1024}}}), "");
}

TEST(Launch, ABlockOfMoreThan1024ThreadsIsRefused) {
  EXPECT_NE(words_of({{"block", {64, 17}}}).find("1088 threads"), std::string::npos);
  EXPECT_EQ(words_of({{"block", {64, 16}}}), "");
}

TEST(Launch, OneNumberForTwoIsRefused) { EXPECT_NE(words_of({{"block", {16}}}), ""); }

TEST(Launch, WordsThatAreNoNumbersAreRefused) {
  for (const char *text : {"", "x", "16x", "x16", "16x16x16", "-4", "1e3", "128 "})
    EXPECT_THROW(parse_knob("threads", text), UsageError) << text;
  EXPECT_EQ(parse_knob("block", "32x8"), (std::vector<int>{32, 8}));
}

TEST(Launch, AStageThatUsedSomethingElseIsFound) {
  const ladder_stage stage = stage_with_knobs();
  const ladder_launch asked = make_launch(stage, {{"threads", {64}}});
  ladder_launch used = asked;
  EXPECT_EQ(launch_defect(stage, asked, used), "");
  used.knob[0][0] = 128;
  EXPECT_EQ(launch_defect(stage, asked, used), "threads=64 was asked for, but the stage used 128");
}

TEST(Launch, AChosenKnobMayBeAnything) {
  const ladder_stage stage = stage_with_knobs();
  const ladder_launch asked = make_launch(stage, {});
  ladder_launch used = asked;
  used.knob[2][0] = 1;
  EXPECT_EQ(launch_defect(stage, asked, used), "");
}

TEST(Launch, TheTraceIsBelievedMoreThanTheStage) {
  const ladder_stage stage = stage_with_knobs();
  const ladder_launch used = make_launch(stage, {});
  const std::vector<ProfileRow> right = {kernel("convolve_major", {128, 1, 1}),
                                         kernel("convolve_minor", {16, 16, 1})};
  EXPECT_EQ(trace_defect(stage, used, right), "");
  const std::vector<ProfileRow> other = {kernel("convolve_major", {1024, 1, 1}),
                                         kernel("convolve_minor", {16, 16, 1})};
  EXPECT_NE(trace_defect(stage, used, other), "");
  const std::vector<ProfileRow> none = {kernel("convolve_minor", {16, 16, 1})};
  EXPECT_NE(trace_defect(stage, used, none), "");
}

TEST(Launch, TheTraceSaysWhichBlockRan) {
  const ladder_stage stage = stage_with_knobs();
  const ladder_launch used = make_launch(stage, {{"threads", {64}}});
  EXPECT_EQ(
      trace_defect(stage, used,
                   {kernel("convolve_major", {128, 1, 1}), kernel("convolve_minor", {16, 16, 1})}),
      "the stage reports threads=64, but the trace shows convolve_major with blocks of 128x1x1");
  EXPECT_EQ(trace_defect(stage, used, {}),
            "the trace shows no kernel 'convolve_major', whose block threads should set");
}

TEST(Launch, AKernelThatRanOnceWithAnotherBlockIsFound) {
  const ladder_stage stage = stage_with_knobs();
  ProfileRow mixed = kernel("convolve_major", {128, 1, 1});
  mixed.one_block = false;
  EXPECT_EQ(
      trace_defect(stage, make_launch(stage, {}), {mixed, kernel("convolve_minor", {16, 16, 1})}),
      "the stage reports threads=128, but the trace shows convolve_major with blocks of "
      "several shapes");
}

TEST(Launch, EveryKernelOfAKnobIsLookedAt) {
  const ladder_stage stage = stage_with_knobs();
  EXPECT_NE(
      trace_defect(stage, make_launch(stage, {}),
                   {kernel("convolve_major<8>", {128, 1, 1}), kernel("convolve_minor", {16, 16, 1}),
                    kernel("convolve_major<1>", {1024, 1, 1})}),
      "");
}

}  // namespace

// Stages are found by name, and wrong names get the nearest right ones.

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
