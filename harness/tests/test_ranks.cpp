// label: cli
// Stages of several ranks give the bits of c-omp, at any number of ranks and any cut. Started by
// itself this program is one rank; test_ranks.py starts it as several.
#include <sched.h>

#include "harness/bench/ranks/ranks.h"
#include "harness/launched_ranks.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

// Ranks other than 0 go no further than this.
[[maybe_unused]] const bool ranks_stand = (start_ranks(), true);

bool is_built(const std::string &ladder, const std::string &name = "mpi-omp") {
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == ladder && entry.name() == name) return true;
  return false;
}

// Cores of this machine for each rank.
int own_threads() {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  return std::max(1, CPU_COUNT(&cores) / ladder_launched_ranks());
}

// Slabs along y, slabs along x, and all boxes; with an exchange before each step, and with deeper
// halos.
std::vector<AskedKnobs> cuts() {
  std::vector<AskedKnobs> all{{}};
  const int ranks = ladder_launched_ranks();
  for (int x = 1; x <= ranks; ++x)
    for (int steps : {1, 2, 3})
      if (ranks % x == 0)
        all.push_back({{"ranks", {x, ranks / x}}, {"threads", {1}}, {"halo-steps", {steps}}});
  return all;
}

void same_bits_at_every_cut(const Case &c, const std::string &ladder, float amplitude = 1) {
  const auto whole = bits_of(c, *find_stage("c-omp", ladder).stage, {{"threads", {1}}}, amplitude);
  for (const AskedKnobs &cut : cuts())
    EXPECT_EQ(bits_of(c, *find_stage("mpi-omp", ladder).stage, cut, amplitude), whole)
        << ladder_launched_ranks() << " ranks, " << describe(cut) << ", " << c.size_text();
}

class Ranks : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_built("wave3d")) GTEST_SKIP() << "this build has no MPI";
  }
};

// No multiple of anything; more ranks than planes; one plane a rank, less than the operator is
// long; a single cell. Of the thesis' wave planes alone: in volumes the last bit depends on which
// columns are computed abreast, in c-omp too.
TEST_F(Ranks, GiveTheBitsOfOneProcess) {
  for (const auto &[nz, nx, ny, steps, half_length] : {std::array{37, 23, 29, 7, 4},
                                                       {21, 17, 7, 9, 8},
                                                       {18, 5, 3, 9, 8},
                                                       {9, 31, 4, 6, 5},
                                                       {33, 30, 26, 5, 16},
                                                       {16, 2, 2, 5, 1},
                                                       {1, 1, 1, 3, 4},
                                                       {20, 19, 18, 0, 2}})
    same_bits_at_every_cut(small_case(nz, nx, ny, steps, half_length), "wave3d");
  for (const auto &[nz, nx, ny, steps, half_length] :
       {std::array{37, 53, 1, 9, 8}, {21, 7, 1, 9, 4}, {18, 3, 1, 7, 8}})
    same_bits_at_every_cut(small_case(nz, nx, ny, steps, half_length), "wave");
  for (const std::array<int, 3> &cells :
       {std::array{37, 23, 29}, {21, 17, 7}, {18, 5, 3}, {5, 3, 4}, {1, 1, 1}})
    same_bits_at_every_cut(*problem_named("heat")->random(cells, 9, {}), "heat");
}

// Three threads of a rank share a part whose margin shrinks from step to step.
TEST_F(Ranks, GiveTheSameBitsWithSeveralThreads) {
  const int threads = std::min(3, own_threads());
  const auto knobs = [&](int steps) {
    return AskedKnobs{{"threads", {threads}}, {"halo-steps", {steps}}};
  };
  const WaveCase volume = small_case(21, 17, 19, 9, 4), plane = small_case(21, 37, 1, 9, 4);
  const auto heat = problem_named("heat")->random({21, 17, 19}, 9, {});
  for (const auto &[c, ladder] : {std::pair<const Case &, const char *>{volume, "wave3d"},
                                  {plane, "wave"},
                                  {*heat, "heat"}}) {
    const auto whole = bits_of(c, *find_stage("c-omp", ladder).stage, {{"threads", {1}}}, 1);
    for (int steps : {1, 2, 5})
      EXPECT_EQ(bits_of(c, *find_stage("mpi-omp", ladder).stage, knobs(steps), 1), whole)
          << ladder << ", " << steps << " steps a halo";
  }
}

// The driver flushes what is too small for a normal number, in the thread of rank 0: the others
// must do so too.
TEST_F(Ranks, FlushWhatOneProcessFlushes) {
  constexpr float smallest = std::numeric_limits<float>::min();
  same_bits_at_every_cut(small_case(21, 17, 19, 7, 4), "wave3d", 4 * smallest);
  same_bits_at_every_cut(*problem_named("heat")->random({21, 17, 19}, 9, {}), "heat", 4 * smallest);
}

// Checkpoints divide the steps; a run begins anew with the same state of MPI.
TEST_F(Ranks, GiveTheSameBitsHoweverTheStepsAreDivided) {
  for (int steps : {1, 3})
    expect_right(small_case(35, 29, 27, 11, 4), *find_stage("mpi-omp", "wave3d").stage,
                 {{"halo-steps", {steps}}});
}

TEST_F(Ranks, AreAskedForAsManyAsWereStarted) {
  const WaveCase c = small_case(5, 6, 7, 3, 1);
  const ladder_stage &stage = *find_stage("mpi-omp", "wave3d").stage;
  const auto run = run_once(c, stage, make_launch(stage, {{"ranks", {3, 5}}}), {});
  EXPECT_EQ(run.error.status, LADDER_REFUSED);
  EXPECT_HAS(run.error.words, "3x5 ranks were asked for");
}

// Stages with a device for each rank. Without a GPU they must fail on all ranks, and none may wait
// for another.
class RanksOnDevices : public testing::TestWithParam<const char *> {
 protected:
  void SetUp() override {
    if (!is_built("wave3d", GetParam())) GTEST_SKIP() << "this build has no " << GetParam();
  }
  bool may_run() const {
    return read_environment().gpu && (ladder_launched_ranks() == 1 || may_share());
  }
  // NCCL lets ranks share a device where it takes each for a machine of its own.
  bool may_share() const {
    return std::string(GetParam()) != "mpi-nccl" || std::getenv("NCCL_HOSTID");
  }
};

TEST_P(RanksOnDevices, GiveTheBitsOfOneDevice) {
  if (!may_run()) GTEST_SKIP() << "no GPU, or none for each rank";
  const int grids[][5] = {{37, 23, 61, 7, 4},
                          {21, 17, 97, 9, 8},
                          {18, 5, 14, 9, 1},
                          {9, 31, 53, 6, 3},
                          {20, 19, 48, 0, 2}};
  for (const auto &[nz, nx, ny, steps, half_length] : grids) {
    const WaveCase c = small_case(nz, nx, ny, steps, half_length);
    EXPECT_EQ(bits_of(c, *find_stage(GetParam(), "wave3d").stage, {}, 1),
              bits_of(c, *find_stage("tma", "wave3d").stage, {}, 1))
        << ladder_launched_ranks() << " ranks, " << c.size_text();
  }
}

TEST_P(RanksOnDevices, GiveTheSameBitsHoweverTheStepsAreDivided) {
  if (!may_run()) GTEST_SKIP() << "no GPU, or none for each rank";
  expect_right(small_case(35, 29, 57, 11, 4), *find_stage(GetParam(), "wave3d").stage);
}

TEST_P(RanksOnDevices, HaveSlabsOfEnoughPlanes) {
  if (ladder_launched_ranks() == 1) GTEST_SKIP() << "one rank has the whole volume";
  const WaveCase c = small_case(9, 8, 2 * 4 * ladder_launched_ranks() - 1, 3, 4);
  const ladder_stage &stage = *find_stage(GetParam(), "wave3d").stage;
  const auto run = run_once(c, stage, make_launch(stage, {}), {});
  EXPECT_NE(run.error.status, LADDER_OK);
  if (read_environment().gpu) {
    EXPECT_HAS(run.error.words, "each must have at least 8");
  }
}

TEST_P(RanksOnDevices, FailOnAllRanksWithoutAGpu) {
  if (read_environment().gpu) GTEST_SKIP() << "there is a GPU";
  const WaveCase c = small_case(9, 8, 97, 3, 2);
  const ladder_stage &stage = *find_stage(GetParam(), "wave3d").stage;
  for (int i = 0; i < 2; ++i)  // and are there for the next call
    EXPECT_EQ(run_once(c, stage, make_launch(stage, {}), {}).error.status, LADDER_DEVICE_FAILED);
}

INSTANTIATE_TEST_SUITE_P(Wave3d, RanksOnDevices, testing::Values("mpi-gpu", "mpi-nccl"),
                         [](const auto &which) {
                           return std::string(which.param).substr(4) == "gpu" ? "Host" : "Nccl";
                         });

}  // namespace
}  // namespace ladder
