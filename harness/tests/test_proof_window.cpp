// label: physics
// Proofs by samples: where they look, what the oracle computes there, and what they take.
#include "harness/bench/run/run.h"
#include "harness/bench/verify/block.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/sampled_proof.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

WaveCase wave(int steps = 24) { return small_case(37, 29, 23, steps, 2); }

TEST(ProofWindows, LieAtTheStartSomewhereAndAtTheEnd) {
  const WaveCase c = wave(200);
  const auto windows = choose_windows(c, 7).windows;
  EXPECT_EQ(windows.front().first, 0);
  EXPECT_TRUE(std::ranges::any_of(windows, [&](const ProofWindow &w) {
    return !w.every_cell && w.first + w.steps == c.steps;
  }));
  std::set<int> firsts;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const ProofWindow &window : choose_windows(c, seed).windows) firsts.insert(window.first);
  EXPECT_EQ(firsts.size(), 13u) << "every piece of 16 steps, the last of 8";
}

// A stage sees when it is stopped. That must not tell what is kept.
TEST(ProofWindows, StopARunAfterEveryPieceWhereverTheyLie) {
  const WaveCase c = wave(200);
  const std::vector<std::int32_t> due = choose_windows(c, 1).due(c);
  for (std::uint64_t seed = 2; seed <= 20; ++seed) {
    const ProofWindows chosen = choose_windows(c, seed);
    EXPECT_EQ(chosen.due(c), due);
    for (const ProofWindow &window : chosen.windows) {
      EXPECT_TRUE(std::ranges::binary_search(due, window.first));
      EXPECT_TRUE(std::ranges::binary_search(due, window.first + window.steps));
      EXPECT_EQ(window.first % chosen.piece, 0);
    }
  }
  EXPECT_EQ(due.front(), 0);
  EXPECT_EQ(due.back(), c.steps);
}

TEST(ProofWindows, HaveACornerAFaceOfEachAxisASourceAndAReceiver) {
  const WaveCase c = small_case(150, 140, 130, 40, 1);
  const ProofWindows chosen = choose_windows(c, 11);
  for (const ProofWindow &window : chosen.windows) {
    if (window.every_cell || (window.first > 0 && window.first + window.steps < c.steps)) continue;
    const auto any = [&](const auto &holds) { return std::ranges::any_of(window.blocks, holds); };
    const auto at_end = [&](const Block &b, std::size_t axis) {
      return b.first[axis] == 0 || b.first[axis] + b.cells[axis] == c.grid().cells[axis];
    };
    const auto has = [](const Block &b, const ladder_cell &cell) {
      const std::array<std::int64_t, 3> at = {cell.z, cell.x, cell.y};
      for (std::size_t k = 0; k < 3; ++k)
        if (at[k] < b.first[k] || at[k] >= b.first[k] + b.cells[k]) return false;
      return true;
    };
    EXPECT_TRUE(any([&](const Block &b) { return at_end(b, 0) && at_end(b, 1) && at_end(b, 2); }));
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_TRUE(any([&](const Block &b) { return at_end(b, axis); }));
    EXPECT_TRUE(any([&](const Block &b) { return has(b, c.source_cells[0]); }));
    EXPECT_TRUE(any([&](const Block &b) { return b.first[0] == 0; })) << "receivers are at z = 0";
  }
}

TEST(ProofWindows, OneOfThemHasEveryCellOnce) {
  for (const auto &[nz, nx, ny] : std::vector<std::array<int, 3>>{{37, 29, 23}, {70, 300, 1}}) {
    const WaveCase c = small_case(nz, nx, ny, 12, 3);
    const ProofWindow last = choose_windows(c, 1).windows.back();
    ASSERT_TRUE(last.every_cell);
    std::vector<int> times(c.cells(), 0);
    for (const Block &b : last.blocks)
      for (std::int64_t y = b.first[2]; y < b.first[2] + b.cells[2]; ++y)
        for (std::int64_t x = b.first[1]; x < b.first[1] + b.cells[1]; ++x)
          for (std::int64_t z = b.first[0]; z < b.first[0] + b.cells[0]; ++z)
            ++times[z + nz * (x + std::int64_t{nx} * y)];
    EXPECT_EQ(std::ranges::count(times, 1), c.cells());
  }
}

// The formula against drawing: a cheat that leaves out the same 5 % of the cells in every piece,
// and one that leaves out one piece of twenty.
TEST(ProofWindows, MissAMistakeNoMoreOftenThanTheyTell) {
  const WaveCase c = small_case(150, 140, 130, 320, 2);
  int without_cells = 0, without_piece = 0;
  constexpr int draws = 300;
  double bound = 0;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const ProofWindows chosen = choose_windows(c, seed);
    ASSERT_EQ(c.steps / chosen.piece, 20);
    bound = missed(chosen, 0.05);
    bool sees_cells = false, sees_piece = false;
    for (const ProofWindow &window : chosen.windows) {
      if (window.every_cell) continue;
      sees_piece = sees_piece || window.first == 7 * chosen.piece;
      for (const Block &b : window.blocks) sees_cells = sees_cells || b.first[0] < 7;
    }
    without_cells += !sees_cells;
    without_piece += !sees_piece;
  }
  EXPECT_LE(bound, 0.5);
  EXPECT_LE(double(without_cells) / draws, bound);
  EXPECT_LE(double(without_piece) / draws, bound + 0.05);
}

// What the margin is for: the oracle on a part must know nothing of the cut.
void expect_part_like_whole(const Case &c, const Block &block, int first, int steps) {
  const auto run = [](const Case &of, const std::vector<std::vector<double>> &starts) {
    std::vector<std::vector<double>> arrays = starts;
    std::vector<double *> pointers;
    for (auto &array : arrays) pointers.push_back(array.data());
    ladder_observer none{};
    EXPECT_EQ(of.oracle(none, pointers), LADDER_OK);
    if (pointers[0] != arrays[0].data()) arrays[0].swap(arrays[1]);
    return arrays;
  };
  const auto zeros = [](const Case &of) {
    std::vector<std::vector<double>> arrays;
    for (const Array &one : of.arrays()) arrays.emplace_back(one.values);
    return arrays;
  };
  auto starts = zeros(c);
  std::vector<float> random(starts[0].size());
  for (std::size_t k = 0; k < 2; ++k) {
    random_field(random.data(), random.size(), 5 + k);
    std::ranges::copy(random, starts[k].begin());
  }
  const auto before = run(*c.shortened(first), starts),
             after = run(*c.shortened(first + steps), starts);
  const Block outer = with_margin(c.grid(), block, steps);
  const auto part = c.part(outer, first, steps);
  const auto at = [](const GridShape &grid, std::int64_t z, std::int64_t x, std::int64_t y) {
    return z + grid.cells[0] * (x + grid.cells[1] * y);
  };
  const GridShape inside{outer.cells, 0};
  auto given = zeros(*part);
  for (std::int64_t y = 0; y < outer.cells[2]; ++y)
    for (std::int64_t x = 0; x < outer.cells[1]; ++x)
      for (std::int64_t z = 0; z < outer.cells[0]; ++z)
        for (std::size_t k = 0; k < 2; ++k)
          given[k][at(inside, z, x, y)] =
              before[k][at(c.grid(), outer.first[0] + z, outer.first[1] + x, outer.first[2] + y)];
  const auto found = run(*part, given);
  for (std::int64_t y = 0; y < block.cells[2]; ++y)
    for (std::int64_t x = 0; x < block.cells[1]; ++x)
      for (std::int64_t z = 0; z < block.cells[0]; ++z)
        ASSERT_EQ(
            found[0][at(inside, block.first[0] - outer.first[0] + z,
                        block.first[1] - outer.first[1] + x, block.first[2] - outer.first[2] + y)],
            after[0][at(c.grid(), block.first[0] + z, block.first[1] + x, block.first[2] + y)])
            << z << " " << x << " " << y;
}

TEST(PartOfACase, GivesTheValuesOfTheWholeBitForBit) {
  expect_part_like_whole(wave(), {{5, 7, 9}, {12, 8, 6}}, 4, 3);
  expect_part_like_whole(wave(), {{0, 0, 0}, {9, 9, 9}}, 0, 4);
  expect_part_like_whole(wave(), {{30, 20, 15}, {7, 9, 8}}, 20, 4);
  const auto heat = heat_problem.random({19, 23, 17}, 12, {});
  expect_part_like_whole(*heat, {{3, 8, 6}, {5, 4, 6}}, 2, 4);
  expect_part_like_whole(*heat, {{0, 15, 0}, {5, 8, 6}}, 8, 4);
}

// A proof by samples must take every honest run, and see every mistake that lies in a window.

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
