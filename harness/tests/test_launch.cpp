// Knobs: what is asked is what runs, or it is said.
#include "harness/base/nearest.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

const ladder_knob knobs[] = {
    {"threads", "threads a block", "convolve_major", 1, {128, 0}, {1, 0}, {1024, 0}},
    {"block", "threads, z by x", "convolve_minor", 2, {16, 16}, {1, 1}, {1024, 1024}},
    {"method", "of cutting strips", nullptr, 1, {0, 0}, {1, 0}, {4, 0}}};

ladder_stage stage_with_knobs() { return {.name = "smem", .knobs = 3, .knob = knobs}; }

std::string words_of(const AskedKnobs &asked) {
  const ladder_stage stage = stage_with_knobs();
  return refusal_of<UsageError>([&] { make_launch(stage, asked); });
}

ProfileRow kernel(const char *name, std::array<int, 3> block) {
  return {.name = name, .calls = 1, .block = block};
}

TEST(Launch, PresetsStandWhereNothingIsAsked) {
  const ladder_stage stage = stage_with_knobs();
  EXPECT_EQ(describe(knobs_of(stage, make_launch(stage, {}))), "block=16x16 threads=128");
}

// A launch is given to a child process by these names.
TEST(Launch, AZeroThatMayBeAskedForIsNamed) {
  const ladder_knob knobs[] = {{"resident", "", nullptr, 1, {0}, {0}, {1}},
                               {"planes", "", nullptr, 1, {0}, {1}, {9}}};
  const ladder_stage stage{.name = "cuda", .knobs = 2, .knob = knobs};
  EXPECT_EQ(describe(knobs_of(stage, make_launch(stage, {}))), "resident=0");
  EXPECT_NO_THROW(make_launch(stage, {{"resident", parse_knob("resident", "0")}}));
  EXPECT_THROW(make_launch(stage, {{"planes", parse_knob("planes", "0")}}), UsageError);
}

TEST(Launch, AnUnknownKnobIsRefusedWithTheKnownOnes) {
  EXPECT_EQ(words_of({{"stripes", {2}}}),
            "stage 'smem' has no knob 'stripes'; it has threads, block, method");
}

TEST(Launch, AValueThatCannotBeIsRefused) {
  EXPECT_NE(words_of({{"threads", {1025}}}), "");
  EXPECT_NE(words_of({{"method", {5}}}), "");
  EXPECT_NE(words_of({{"block", {16}}}), "") << "one number for two";
  EXPECT_HAS(words_of({{"block", {64, 17}}}), "1088 threads");
  EXPECT_EQ(words_of({{"threads", {1024}}}), "");
  EXPECT_EQ(words_of({{"block", {64, 16}}}), "");
}

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
  used.knob[2][0] = 1;
  EXPECT_EQ(launch_defect(stage, asked, used), "") << "it may choose that one";
  used.knob[0][0] = 128;
  EXPECT_EQ(launch_defect(stage, asked, used), "threads=64 was asked for, but the stage used 128");
}

TEST(Launch, TheTraceIsBelievedMoreThanTheStage) {
  const ladder_stage stage = stage_with_knobs();
  const ProfileRow major = kernel("convolve_major", {128, 1, 1}),
                   minor = kernel("convolve_minor", {16, 16, 1});
  ProfileRow mixed = major;
  mixed.one_block = false;
  const std::string reported = "the stage reports threads=128, but the trace shows ";
  const std::pair<std::vector<ProfileRow>, std::string> traces[] = {
      {{major, minor}, ""},
      {{kernel("convolve_major", {1024, 1, 1}), minor},
       reported + "convolve_major with blocks of 1024x1x1"},
      {{mixed, minor}, reported + "convolve_major with blocks of several shapes"},
      // Every kernel of a knob is looked at.
      {{kernel("convolve_major<8>", {128, 1, 1}), minor, kernel("convolve_major<1>", {1024, 1, 1})},
       reported + "convolve_major<1> with blocks of 1024x1x1"},
      {{minor}, "the trace shows no kernel 'convolve_major', whose block threads should set"},
      {{}, "the trace shows no kernel 'convolve_major', whose block threads should set"}};
  for (const auto &[rows, words] : traces)
    EXPECT_EQ(trace_defect(stage, make_launch(stage, {}), rows), words);
}

// Stages are found by name, and wrong names get the nearest right ones.

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
  EXPECT_EQ(exit_of([&] { find_among(built_in_stages(), left_out, "wave", "left-out"); },
                    "stage 'left-out' is not in this build: cuDNN is missing: CUDNN_ROOT names it"),
            Exit::nothing_ran);
  EXPECT_EQ(find_among(built_in_stages(), left_out, "wave", "c-O3").name(), "c-O3");
}

TEST(Registry, NearestSortsByDistance) {
  EXPECT_EQ(nearest("smen", {"cmem", "smem", "fortran"}),
            (std::vector<std::string>{"smem", "cmem"}));
  EXPECT_TRUE(nearest("zzzzzzzz", {"cmem", "smem"}).empty());
  // Also of names that contain the word.
  EXPECT_EQ(nearest("smal", {"heat-small", "imaging-small", "small"}).front(), "small");
}

}  // namespace
}  // namespace ladder
