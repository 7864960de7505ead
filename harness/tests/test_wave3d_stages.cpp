// label: physics
// The stages of the ladder wave3d on the host: right at all orders and launches, on odd and tiny
// grids, and the same to the bit however the steps are divided.
#include "c_port/shared/threads.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

struct Point {
  StageEntry entry;
  AskedKnobs knobs;
};
void PrintTo(const Point &point, std::ostream *out) {
  *out << point.entry.name() << " " << describe(point.knobs);
}

// Values of each kind that a knob has: the least, some between, one beyond the grids below.
std::vector<AskedKnobs> launches_of(const std::string &stage) {
  if (stage == "c-simd") return {{{"vectors", {4}}}, {{"vectors", {8}}}, {{"vectors", {16}}}};
  if (stage == "fortran" || stage == "c") return {{}};
  std::vector<AskedKnobs> all;
  for (const int threads : {1, 2, 3, 9}) {  // 9: with no more planes each than a step leans
    if (threads > allowed_cores()) continue;
    if (stage == "c-blocked") {
      for (const auto &block : {std::vector{16, 4}, {32, 12}, {1024, 1024}})
        all.push_back({{"threads", {threads}}, {"block", block}});
    } else if (stage == "c-skewed" || stage == "c-palette") {
      for (const int columns : {4, 20, 1024})
        for (const int steps : {1, 2, 5})
          all.push_back({{"threads", {threads}}, {"steps", {steps}}, {"columns", {columns}}});
    } else if (stage == "c-wavefront") {
      for (const int columns : {4, 20, 1024})
        for (const int steps : {threads, 2 * threads})
          all.push_back({{"threads", {threads}}, {"steps", {steps}}, {"columns", {columns}}});
    } else {
      all.push_back({{"threads", {threads}}});
    }
  }
  return all;
}

std::vector<Point> points() {
  std::vector<Point> all;
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == "wave3d" && entry.stage->device == LADDER_ON_HOST)
      for (const AskedKnobs &knobs : launches_of(entry.name())) all.push_back({entry, knobs});
  return all;
}

struct Proof {
  WaveCase the_case;
  Truth truth;
};

// One wide, smaller than the operator, no multiple of anything, no step; for each half-length of
// the orders 2 to 16, one between two that are compiled, and the longest. Made once for all stages.
const std::vector<Proof> &proofs() {
  static const std::vector<Proof> all = [] {
    struct Grid {
      int nz, nx, ny, steps, half_length;
    };
    const Grid grids[] = {
        {1, 1, 1, 3, 4},     {5, 3, 2, 7, 8},     {21, 1, 17, 6, 2},   {1, 19, 23, 6, 3},
        {37, 18, 1, 9, 4},   {2, 29, 31, 0, 4},   {19, 23, 29, 1, 4},  {35, 33, 26, 11, 1},
        {33, 30, 37, 11, 2}, {34, 41, 27, 11, 3}, {49, 37, 31, 11, 4}, {31, 35, 34, 9, 5},
        {47, 39, 33, 9, 6},  {35, 43, 38, 9, 8},  {18, 22, 25, 5, 12}, {39, 21, 36, 5, 16}};
    std::vector<Proof> made;
    for (const Grid &g : grids) {
      WaveCase c = small_case(g.nz, g.nx, g.ny, g.steps, g.half_length);
      Truth truth = make_truth(c, 4, Start{1});
      made.push_back({std::move(c), std::move(truth)});
    }
    return made;
  }();
  return all;
}

class Wave3dStage : public testing::TestWithParam<Point> {
 protected:
  // Skipped where this processor has no such vectors: the stage says so.
  void SetUp() override {
    const ladder_stage &stage = *GetParam().entry.stage;
    launch = make_launch(stage, GetParam().knobs);
    const WaveCase c = small_case(2, 2, 2, 1, 1);
    const Created tiny(c, stage, launch);
    if (tiny.status == LADDER_REFUSED) GTEST_SKIP() << stage.last_error(nullptr);
  }
  ladder_launch launch{};
};

TEST_P(Wave3dStage, IsRightOnEveryGridAndAtEveryOrder) {
  for (const Proof &proof : proofs()) {
    const Verdict verdict =
        judge_along_the_run(proof.the_case, proof.truth, *GetParam().entry.stage, launch);
    EXPECT_TRUE(verdict.passed) << proof.the_case.size_text() << ", half-length "
                                << proof.the_case.half_length << ": " << verdict.words;
  }
}

struct Fields {
  std::vector<float> now, before, traces;
  bool operator==(const Fields &) const = default;
};

// From random fields, by one call of advance after the other.
Fields in_pieces(const WaveCase &c, const ladder_stage &stage, const ladder_launch &launch,
                 const std::vector<int> &pieces) {
  const auto cells = static_cast<std::size_t>(c.cells());
  Fields f{std::vector<float>(cells), std::vector<float>(cells),
           std::vector<float>(c.trace_values())};
  random_field(f.now.data(), cells, 1);
  random_field(f.before.data(), cells, 2);
  const ladder_wave_entries &entries = wave_entries(stage);
  const Created made(c, stage, launch);
  EXPECT_EQ(made.status, LADDER_OK);
  EXPECT_EQ(entries.upload(made.state, f.now.data(), f.before.data(), 0), LADDER_OK);
  for (const int count : pieces) EXPECT_EQ(entries.advance(made.state, count), LADDER_OK);
  EXPECT_EQ(entries.download(made.state, f.now.data(), f.before.data(), f.traces.data()),
            LADDER_OK);
  return f;
}

TEST_P(Wave3dStage, AnySplitOfTheStepsGivesTheSameBits) {
  const ladder_stage &stage = *GetParam().entry.stage;
  if (!stage.owns_time_loop) GTEST_SKIP() << "the driver owns its time loop";
  const WaveCase c = small_case(35, 29, 27, 11, 4);
  const Fields whole = in_pieces(c, stage, launch, {11});
  for (const auto &pieces : {std::vector{1, 10}, {10, 1}, {4, 3, 4}, {0, 11, 0}})
    EXPECT_TRUE(in_pieces(c, stage, launch, pieces) == whole) << pieces.size() << " pieces";
}

// Threads, blocks and passes divide cells and steps: no sum changes its order.
TEST_P(Wave3dStage, EveryLaunchGivesTheSameBits) {
  const ladder_stage &stage = *GetParam().entry.stage;
  if (!stage.owns_time_loop || GetParam().knobs.contains("vectors"))
    GTEST_SKIP() << "vectors of other lengths may contract otherwise";
  const WaveCase c = small_case(35, 29, 27, 11, 4);
  const ladder_launch preset = make_launch(stage, {});
  EXPECT_TRUE(in_pieces(c, stage, launch, {11}) == in_pieces(c, stage, preset, {11}));
}

TEST_P(Wave3dStage, RefusesMoreStepsThanTheCaseHas) {
  const ladder_stage &stage = *GetParam().entry.stage;
  if (!stage.owns_time_loop) GTEST_SKIP() << "the driver owns its time loop";
  const WaveCase c = small_case(5, 6, 7, 3, 1);
  std::vector<float> field(c.cells());
  const Created made(c, stage, launch);
  ASSERT_EQ(made.status, LADDER_OK);
  const ladder_wave_entries &entries = wave_entries(stage);
  ASSERT_EQ(entries.upload(made.state, field.data(), field.data(), 0), LADDER_OK);
  EXPECT_EQ(entries.advance(made.state, 4), LADDER_FAILED);
  EXPECT_HAS(stage.last_error(made.state), "more steps");
}

INSTANTIATE_TEST_SUITE_P(All, Wave3dStage, testing::ValuesIn(points()), [](const auto &info) {
  std::string name = info.param.entry.name() + "_" + describe(info.param.knobs);
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

// A pass leans by M planes a step, in fours: by 24 planes, by no more than a thread has, and by one
// step at least.
TEST(Wave3dKnobs, SkewedBlocksTakeAsManyStepsAsTheirLeanAllows) {
  const ladder_stage &stage = *find_stage("c-skewed", "wave3d").stage;
  const struct {
    int ny, half_length, steps;
  } cases[] = {{200, 1, 6},  {200, 4, 6}, {200, 5, 3}, {200, 8, 3},
               {200, 16, 1}, {20, 8, 2},  {3, 8, 1}};
  for (const auto &each : cases) {
    const WaveCase c = small_case(3, 3, each.ny, 1, each.half_length);
    const Created made(c, stage, make_launch(stage, {{"threads", {1}}}));
    ASSERT_EQ(made.status, LADDER_OK);
    ladder_launch used{};
    stage.launch_used(made.state, &used);
    EXPECT_EQ(used.knob[1][0], each.steps) << each.ny << " planes, M = " << each.half_length;
  }
}

// What a knob cannot be is refused in words.
TEST(Wave3dKnobs, ImpossibleValuesAreRefused) {
  const WaveCase c = small_case(5, 6, 7, 3, 1);
  const std::tuple<const char *, AskedKnobs, const char *> wrong[] = {
      {"c-simd", {{"vectors", {5}}}, "4, 8 or 16"},
      {"c-omp", {{"threads", {1000}}}, "more threads than cores"},
      {"c-blocked", {{"block", {20, 4}}}, "multiple of 16 along z"},
      {"c-blocked", {{"block", {16, 5}}}, "of 4 along x"},
      {"c-wavefront", {{"columns", {6}}}, "multiple of 4"},
      {"c-skewed", {{"columns", {6}}}, "multiple of 4"},
      {"c-skewed", {{"steps", {65}}}, "64"},
      {"c-wavefront", {{"threads", {1}}, {"steps", {65}}}, "64"}};
  for (const auto &[name, knobs, words] : wrong) {
    const ladder_stage &stage = *find_stage(name, "wave3d").stage;
    std::string said;
    const std::string refused = refusal_of<UsageError>([&] {
      const Created made(c, stage, make_launch(stage, knobs));
      EXPECT_EQ(made.status, LADDER_REFUSED) << name;
      EXPECT_EQ(made.state, nullptr);
      said = stage.last_error(nullptr);
    });
    EXPECT_HAS(said + refused, words) << name << " said";
  }
}

}  // namespace
}  // namespace ladder
