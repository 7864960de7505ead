// Knobs: what is asked is what runs, or it is said; which launches are tried, and which is kept.
#include "harness/answers/tune/tuning.h"
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

// Which launches are tried, which one is kept, and which tuned launch still holds: from given
// samples and lines.

using Knobs = std::vector<ladder_knob>;
ladder_stage stage_with(const Knobs &knobs, ladder_device device) {
  return {.name = "made-up",
          .device = device,
          .knobs = static_cast<std::int32_t>(knobs.size()),
          .knob = knobs.data()};
}
std::vector<AskedKnobs> candidates_of(const Knobs &knobs, int cores = 4,
                                      ladder_device device = LADDER_ON_CUDA) {
  return candidates(stage_with(knobs, device), cores);
}

constexpr ladder_knob block_threads = {"threads", "threads", "kernel", 1,
                                       {128, 0},  {32, 0},   {1024, 0}};
constexpr ladder_knob host_threads = {"threads", "threads", nullptr, 1, {0, 0}, {1, 0}, {4096, 0}};
constexpr ladder_knob method = {"method", "one", nullptr, 1, {1, 0}, {1, 0}, {3, 0}};
constexpr ladder_knob shape = {"block", "z by x", "kernel", 2, {32, 8}, {1, 1}, {1024, 1024}};
constexpr ladder_knob shots = {"shots", "shots", nullptr, 1, {6, 0}, {1, 0}, {12, 0}};

// A trial of a launch that takes so long in each round.
Trial trial(int threads, const std::vector<double> &seconds) {
  Trial one;
  if (threads > 0) one.launch = {{"threads", {threads}}};
  for (const double s : seconds) {
    one.rounds.push_back(static_cast<int>(one.wall_s.size()));
    one.wall_s.push_back(s);
  }
  return one;
}

TEST(Candidates, BeginWithTheStagesOwnLaunchAndTakePowersOfTwo) {
  const auto all = candidates_of({block_threads});
  ASSERT_EQ(all.size(), 6u);  // 128 is the stage's own
  EXPECT_TRUE(all[0].empty());
  EXPECT_EQ(all[1].at("threads"), std::vector{32});
  EXPECT_EQ(all[5].at("threads"), std::vector{1024});
}

TEST(Candidates, OfAHostHaveNoMoreThreadsThanCores) {
  const auto all = candidates_of({host_threads}, 6, LADDER_ON_HOST);
  std::vector<int> threads;
  for (std::size_t i = 1; i < all.size(); ++i) threads.push_back(all[i].at("threads")[0]);
  EXPECT_EQ(threads, (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(candidates_of({host_threads}, 24, LADDER_ON_HOST).back().at("threads")[0], 24);
}

TEST(Candidates, OfSeveralKnobsAreAllCombinationsOrOneKnobAtATime) {
  EXPECT_EQ(candidates_of({block_threads, method}).size(), 6u * 3);
  const auto all = candidates_of({shape, block_threads, method});
  EXPECT_LE(all.size(), 2 * most_candidates);
  for (const AskedKnobs &one : all) EXPECT_LE(one.size(), 1u);
}

TEST(Candidates, NeverBreakWhatAStageDeclaresAndNeverChangeTheShots) {
  const Knobs knobs = {shape, shots};
  const ladder_stage stage = stage_with(knobs, LADDER_ON_CUDA);
  const auto all = candidates(stage, 4);
  EXPECT_GT(all.size(), 10u);
  for (const AskedKnobs &one : all) {
    EXPECT_NO_THROW(make_launch(stage, one));
    EXPECT_FALSE(one.contains("shots"));
  }
}

TEST(Finalists, AreTheFastestThatAreNotSlowerThanTheDefault) {
  const std::vector<Trial> trials = {trial(0, {2, 2, 2}),       trial(1, {3, 3, 3}),
                                     trial(2, {1, 9, 1}),       trial(4, {}),
                                     trial(8, {1.5, 1.5, 1.5}), trial(16, {1.9, 1.9, 1.9})};
  EXPECT_EQ(finalists(trials, 2), (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(finalists(trials, 9), (std::vector<std::size_t>{0, 2, 4, 5}));
}

TEST(DecideLaunch, KeepsAFasterOneAndSaysSo) {
  const Decision found =
      decide_launch({trial(0, {2, 2.1, 1.9, 2, 2.2, 2, 2, 2.1, 2, 2}),
                     trial(8, {1, 1.1, 0.9, 1, 1.1, 1, 1, 1.1, 1, 1}),
                     trial(4, {1.5, 1.5, 1.4, 1.5, 1.6, 1.5, 1.5, 1.6, 1.5, 1.5})},
                    0.01);
  EXPECT_EQ(found.best, 1u);
  EXPECT_EQ(found.words, "faster than the default");
}

TEST(DecideLaunch, KeepsTheDefaultWhereNoiseIsLargerThanTheDifference) {
  const Decision found =
      decide_launch({trial(0, {2, 3, 1, 2, 3, 1, 2, 3}), trial(8, {1, 2, 3, 1, 2, 3, 1, 2})}, 0.01);
  EXPECT_EQ(found.best, 0u);
  EXPECT_EQ(found.nearest, 1u);
  EXPECT_EQ(found.words, "not distinguishable from the default, which is kept");
}

TEST(DecideLaunch, DoesNotCountAGainBelowTheLeastEffect) {
  const std::vector<Trial> trials = {trial(0, std::vector<double>(12, 1.0)),
                                     trial(8, std::vector<double>(12, 0.95))};
  EXPECT_EQ(decide_launch(trials, 0.01).best, 1u);
  EXPECT_EQ(decide_launch(trials, 0.10).best, 0u);
}

TEST(DecideLaunch, ComparesRoundsAndNotOnePointWithAnother) {
  // The machine slows down while both are measured: each pair still has the same ratio.
  std::vector<double> own, other;
  for (int i = 0; i < 12; ++i) own.push_back(1 + i), other.push_back(0.9 * (1 + i));
  EXPECT_EQ(decide_launch({trial(0, own), trial(8, other)}, 0.01).best, 1u);
}

TEST(DecideLaunch, WantsMoreProofTheMoreLaunchesAreCompared) {
  // One of twelve pairs is slower: enough for one launch at 95 %, too little for each of three.
  const std::vector<double> own(12, 1.0);
  std::vector<double> faster(12, 0.9);
  faster.back() = 1.2;
  const Trial noise = trial(4, {1, 1.2, 1, 1.2, 1, 1.2, 1, 1.2, 1, 1.2, 1, 1.2});
  EXPECT_EQ(decide_launch({trial(0, own), trial(8, faster)}, 0.005).best, 1u);
  EXPECT_EQ(decide_launch({trial(0, own), trial(8, faster), noise, noise}, 0.005).best, 0u);
}

class TunedFile : public TestFolder {
 protected:
  static Json point(const std::string &case_hash, const std::string &stage_hash) {
    return {{"stage", {{"name", "smem"}, {"hash", stage_hash}}},
            {"case", {{"name", "small"}, {"hash", case_hash}}},
            {"ladder", "wave"}};
  }
  static Json line(const std::string &case_hash, const std::string &stage_hash, int threads) {
    Json json = {{"tuned_schema", 1}};
    json.update(point(case_hash, stage_hash));
    json["launch"]["threads"] = {threads};
    json["environment"] = machine;
    return json;
  }
  inline static const Json machine = {{"cpu", "one"}, {"cores", 4}};
};

TEST_F(TunedFile, TheLastLineThatHoldsCounts) {
  const std::vector<Json> lines = {line("c", "s", 64), line("c", "s", 128),
                                   line("other", "s", 256)};
  const TunedLaunch found = tuned_launch(lines, point("c", "s"), machine);
  ASSERT_TRUE(found.knobs);
  EXPECT_EQ(found.knobs->at("threads"), std::vector{128});
}

TEST_F(TunedFile, AFileOfAnotherKindIsRefused) {
  EXPECT_TRUE(read_tuned(in_folder("none.jsonl")).empty());
  EXPECT_THROW(read_tuned(put("mine.jsonl", "mine\n")), FileError);
  EXPECT_EQ(read_tuned(put("good.jsonl", line("c", "s", 64).dump() + "\n")).size(), 1u);
}

}  // namespace
}  // namespace ladder
