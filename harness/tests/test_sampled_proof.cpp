// label: physics
// A proof by samples must take every honest run, and see every mistake that lies in a window.
#include "harness/bench/run/run.h"
#include "harness/bench/verify/block.h"
#include "harness/bench/verify/sampled_proof.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr int half_length_of_tests = 2;

WaveCase wave(int steps = 24) { return small_case(37, 29, 23, steps, half_length_of_tests); }

const ladder_stage &stage_of(const std::string &ladder, const std::string &name) {
  return *find_stage(name, ladder).stage;
}

// What a run does to its arrays at a checkpoint: nothing, or a mistake.
using Mistake = std::function<void(std::int32_t step, std::vector<std::vector<float>> &arrays)>;

Verdict judged(const Case &c, const ladder_stage &stage, const ProofWindows &windows,
               const Mistake &mistake = {}) {
  SampledProof proof(c, windows);
  RunOptions options{.due = proof.due(), .start = {.seed = 3, .amplitude = 1}};
  const auto look = [&](std::int32_t step, const std::vector<const float *> &arrays) {
    if (!mistake) return proof.look(step, arrays);
    std::vector<std::vector<float>> copies;
    std::vector<const float *> places;
    for (std::size_t k = 0; k < arrays.size(); ++k)
      copies.emplace_back(arrays[k], arrays[k] + c.arrays()[k].values);
    mistake(step, copies);
    for (const auto &copy : copies) places.push_back(copy.data());
    proof.look(step, places);
  };
  options.checkpoint = look;
  options.before_drive = [&](Run &run) {
    std::vector<const float *> places;
    for (const auto &array : run.arrays) places.push_back(array->data());
    if (!options.due.empty() && options.due.front() == 0) look(0, places);
  };
  const Run run = run_once(c, stage, make_launch(stage, {}), options);
  EXPECT_TRUE(run.ok()) << run.error.words;
  return proof.verdict();
}

TEST(SampledProof, TakesHonestStagesAtEveryHalfLengthAndShape) {
  for (const auto &[ladder, stage] : {std::pair{"wave", "fortran"}, {"wave", "c-simd"}})
    for (const int half_length : {1, 2, 3, 4, 8, 16})
      for (const auto &n : std::vector<std::array<int, 3>>{{61, 47, 1}, {23, 19, 31}}) {
        const WaveCase c = small_case(n[0], n[1], n[2], 30, half_length);
        const Verdict verdict = judged(c, stage_of(ladder, stage), choose_windows(c, 5));
        EXPECT_TRUE(verdict.passed) << stage << " " << half_length << ": " << verdict.words;
        EXPECT_GT(verdict.limit, 0) << "nothing was compared";
      }
}

TEST(SampledProof, TakesHonestStagesOfHeat) {
  const auto c = heat_problem.random({41, 37, 45}, 50, {});
  for (const char *stage : {"fortran", "c-simd", "c-temporal"})
    EXPECT_TRUE(judged(*c, stage_of("heat", stage), choose_windows(*c, 9)).passed) << stage;
}

TEST(SampledProof, CountsTheMemoryOfItsWindowsAndOfEachBatch) {
  const WaveCase c = wave();
  const double field = 4 * double(c.cells()), traces = 4 * double(c.trace_values());
  EXPECT_DOUBLE_EQ(bytes_of_sampled_proof(c, 3) - bytes_of_sampled_proof(c, 2),
                   2 * (field + traces));
  // The window with every cell begins with both fields, and the run has three.
  EXPECT_GE(bytes_of_sampled_proof(c, 1), 2 * (3 * field + traces) + 2 * field);
}

// Plug-ins make the other mistakes: test_proof_by_samples.py.
TEST(SampledProof, SeesAMistakeOfTheStepBeforeAlone) {
  const WaveCase c = wave(40);
  const Mistake off = [&](std::int32_t step, auto &arrays) {
    if (step == c.steps) arrays[1][11 + 37 * (13 + 29 * 17)] += 1e-4f;
  };
  EXPECT_FALSE(judged(c, stage_of("wave", "c-O3"), choose_windows(c, 2), off).passed);
}

}  // namespace
}  // namespace ladder
