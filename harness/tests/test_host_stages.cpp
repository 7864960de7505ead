// label: physics
// Stages are found by name, and each that runs on the host is right at odd and tiny sizes and at
// all half-lengths.
#include "harness/base/nearest.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

struct GridSize {
  int nz, nx, ny, steps;
};
// Smaller than the operator, one wide, one step, no multiple of anything, volumes.
const GridSize grids[] = {{1, 1, 1, 3},    {1, 300, 1, 20}, {300, 1, 1, 20}, {5, 3, 1, 9},
                          {17, 17, 1, 30}, {37, 53, 1, 40}, {37, 53, 1, 1},  {16, 15, 1, 0},
                          {5, 7, 3, 12},   {19, 23, 29, 8}, {2, 1, 2, 5},    {127, 129, 1, 15}};

struct Fields {
  std::vector<float> now, before, laplacian, traces;
  std::int32_t step = 0;
  explicit Fields(const WaveCase &problem)
      : now(static_cast<std::size_t>(problem.cells())), before(now.size()), laplacian(now.size()),
        traces(static_cast<std::size_t>(problem.trace_values())) {}
};

// The largest difference, as a fraction of the largest value. A stage that tapers late rounds
// otherwise where it is stopped.
float apart(const std::vector<float> &a, const std::vector<float> &b) {
  float difference = 0, peak = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!finite(a[i])) return INFINITY;
    difference = std::max(difference, std::abs(a[i] - b[i]));
    peak = std::max(peak, std::abs(b[i]));
  }
  return difference / peak;
}

// From the state of `fields` to the end, or to the checkpoint at `until`.
Fields drive(const WaveCase &problem, const ladder_stage &stage, Fields fields, const int *until) {
  const ladder_wave view = problem.view();
  const Created made(problem, stage, make_launch(stage, {}));
  EXPECT_EQ(made.status, LADDER_OK);
  ladder_fields arrays{fields.now.data(), fields.before.data(), fields.laplacian.data(),
                       fields.traces.data(), fields.step};
  volatile std::int32_t stop = 0;
  ladder_observer observer{
      .context = const_cast<std::int32_t *>(&stop),
      .checkpoint = [](void *flag, std::int32_t,
                       const void *) { *static_cast<volatile std::int32_t *>(flag) = 1; },
      .stop = &stop};
  if (until) observer.interval = *until;
  EXPECT_EQ(ladder_drive(&view, &stage, made.state, &observer, &arrays),
            until ? LADDER_STOPPED : LADDER_OK);
  fields.step = arrays.step;
  if (arrays.now != fields.now.data()) fields.now.swap(fields.before);
  return fields;
}

class HostStage : public testing::TestWithParam<StageEntry> {};

TEST_P(HostStage, IsRightOnEveryGrid) {
  const ladder_stage &stage = *GetParam().stage;
  for (const GridSize &grid : grids)
    expect_right(small_case(grid.nz, grid.nx, grid.ny, grid.steps, 8), stage);
}

TEST_P(HostStage, PassesTheProbeAtEveryHalfLength) {
  for (int half_length = 1; half_length <= LADDER_MOST_HALF_LENGTH; ++half_length) {
    SCOPED_TRACE(half_length);
    expect_probed(small_case(33, 21, 1, 2, half_length), *GetParam().stage);
  }
}

// What a reversed gather asks for: every receiver is a source, with a wavelet of its own.
TEST_P(HostStage, IsRightWithASourceAtEveryReceiver) {
  WaveCase problem = small_case(37, 53, 1, 40, 8);
  problem.source_cells = problem.receiver_cells;
  problem.wavelets.resize(problem.source_cells.size() * 40);
  random_field(problem.wavelets.data(), problem.wavelets.size(), 5);
  expect_right(problem, *GetParam().stage);
}

// Whatever this processor has, the code for shorter vectors is tried too.
TEST(CSimd, IsRightWithVectorsOfEitherLength) {
  const ladder_stage &stage = *find_stage("c-simd", "wave").stage;
  for (const int vectors : {8, 16}) {
    const ladder_launch launch = make_launch(stage, {{"vectors", {vectors}}});
    for (const GridSize &grid : grids)
      for (const int half_length : {1, 2, 4, 5, 8}) {
        SCOPED_TRACE(half_length);
        const WaveCase problem = small_case(grid.nz, grid.nx, grid.ny, grid.steps, half_length);
        if (Created(problem, stage, launch).status == LADDER_REFUSED) {
          EXPECT_EQ(vectors, 16) << "what all processors have was refused";
          continue;
        }
        expect_right(problem, stage, {{"vectors", {vectors}}});
      }
  }
}

// What a run that was interrupted asks for: it goes on from a checkpoint.
TEST_P(HostStage, GoesOnFromAnyStep) {
  const WaveCase problem = small_case(37, 53, 1, 40, 8);
  const Fields whole = drive(problem, *GetParam().stage, Fields(problem), nullptr);
  for (const int step : {1, 17, 39}) {
    const Fields before = drive(problem, *GetParam().stage, Fields(problem), &step);
    const Fields after = drive(problem, *GetParam().stage, before, nullptr);
    EXPECT_LE(apart(after.now, whole.now), 1e-6f) << "from step " << step;
    EXPECT_LE(apart(after.before, whole.before), 1e-6f) << "from step " << step;
    EXPECT_LE(apart(after.traces, whole.traces), 1e-6f) << "from step " << step;
  }
}

TEST_P(HostStage, DestroyAcceptsNull) { GetParam().stage->destroy(nullptr); }

// Directives divide the columns and leave the order of every sum alone.
TEST(FortranOmp, IsTheOriginalToTheBit) {
  for (const GridSize &grid : grids) {
    const WaveCase problem = small_case(grid.nz, grid.nx, grid.ny, grid.steps, 8);
    EXPECT_EQ(bits_of(problem, *find_stage("fortran-omp", "wave").stage, {}),
              bits_of(problem, *original_of("wave").stage, {}))
        << problem.size_text();
  }
}

TEST(Directives, WithoutAGpuTheyRefuseInWords) {
  if (read_environment().gpu) GTEST_SKIP() << "a GPU is here";
  const auto stages = stages_with_offload("wave");
  if (stages.empty()) GTEST_SKIP() << "this build has no stage whose directives are for a GPU";
  for (const StageEntry &entry : stages) {
    const ladder_stage &stage = *entry.stage;
    const WaveCase problem = small_case(13, 11, 1, 1, 4);
    const Created made(problem, stage, make_launch(stage, {}));
    EXPECT_EQ(made.status, LADDER_REFUSED);
    EXPECT_EQ(made.state, nullptr);
    EXPECT_HAS(stage.last_error(nullptr), "libgomp") << entry.name();
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostStage, testing::ValuesIn(stages_on_host("wave")), name_of_stage);

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
