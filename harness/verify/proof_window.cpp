#include "harness/verify/proof_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

#include "harness/verify/block.h"

namespace ladder {
namespace {

constexpr std::int64_t side = 32;  // of a block [cells]
constexpr int most_margin = 32;    // [cells]
constexpr int least_steps = 4, most_window_steps = 16;
// Updates of taps: a core takes about a second for 1e9.
constexpr double work_of_blocks = 1e9, work_of_every_cell = 4e9;  // a core
constexpr int least_anywhere = 2, most_anywhere = 16;             // blocks of a window

using Random = std::mt19937_64;

std::int64_t below(Random &random, std::int64_t end) {
  return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random);
}

// Long enough for stages that take several steps at once, short enough for the margins.
int length_of_windows(const Case &c) {
  return std::min(c.steps,
                  std::clamp(most_margin / c.grid().reach, least_steps, most_window_steps));
}

Block around(const GridShape &grid, const std::array<std::int64_t, 3> &cell) {
  Block block;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    block.cells[axis] = std::min(side, grid.cells[axis]);
    block.first[axis] =
        std::clamp<std::int64_t>(cell[axis] - side / 2, 0, grid.cells[axis] - block.cells[axis]);
  }
  return block;
}

// A cell anywhere but for the axes on which it is to be at the low (-1) or high (1) end.
std::array<std::int64_t, 3> somewhere(Random &random, const GridShape &grid,
                                      const std::array<int, 3> &ends) {
  std::array<std::int64_t, 3> cell;
  for (std::size_t axis = 0; axis < 3; ++axis)
    cell[axis] = ends[axis] < 0   ? 0
                 : ends[axis] > 0 ? grid.cells[axis] - 1
                                  : below(random, grid.cells[axis]);
  return cell;
}

double work_of(const Case &c, const Block &block, int steps) {
  const Block outer = with_margin(c.grid(), block, steps);
  return double(outer.cells[0]) * double(outer.cells[1]) * double(outer.cells[2]) * steps *
         std::max(1.0, c.taps());
}

void choose_blocks(const Case &c, ProofWindow &window, Random &random, double work) {
  const GridShape grid = c.grid();
  const auto low_or_high = [&] { return random() % 2 ? 1 : -1; };
  const auto take = [&](const std::array<std::int64_t, 3> &cell) {
    window.blocks.push_back(around(grid, cell));
    work -= work_of(c, window.blocks.back(), window.steps);
  };
  // A corner and the one across it; a face of each axis.
  const std::array<int, 3> corner = {low_or_high(), low_or_high(), low_or_high()};
  take(somewhere(random, grid, corner));
  take(somewhere(random, grid, {-corner[0], -corner[1], -corner[2]}));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<int, 3> face{};
    face[axis] = low_or_high();
    take(somewhere(random, grid, face));
  }
  const auto landmarks = c.landmarks();
  if (!landmarks.empty()) {
    take(landmarks.front());
    take(landmarks[static_cast<std::size_t>(below(random, std::ssize(landmarks)))]);
  }
  while (window.anywhere < least_anywhere || (work > 0 && window.anywhere < most_anywhere)) {
    take(somewhere(random, grid, {0, 0, 0}));
    ++window.anywhere;
  }
}

// The grid, cut across its slowest axis: thicker than their margins, and no thicker than memory bears.
std::vector<Block> slabs(const Case &c, int steps) {
  const GridShape grid = c.grid();
  const std::size_t axis = grid.cells[2] > 1 ? 2 : 1;
  const std::int64_t thick = std::max<std::int64_t>(side, 4L * grid.reach * steps);
  std::vector<Block> all;
  for (std::int64_t first = 0; first < grid.cells[axis]; first += thick) {
    Block slab{{}, grid.cells};
    slab.first[axis] = first;
    slab.cells[axis] = std::min(thick, grid.cells[axis] - first);
    all.push_back(slab);
  }
  return all;
}

}  // namespace

std::vector<ProofWindow> choose_windows(const Case &c, std::uint64_t seed) {
  Random random(seed);
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const int steps = length_of_windows(c), last = c.steps - steps;
  std::vector<int> firsts = {0, static_cast<int>(below(random, last + 1)), last};
  std::ranges::sort(firsts);
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  std::vector<ProofWindow> windows;
  for (const int first : firsts) {
    windows.push_back({.first = first, .steps = steps, .blocks = {}});
    choose_blocks(c, windows.back(), random, work_of_blocks * cores / double(firsts.size()));
  }
  // As many steps as there is time for: stages that take several at once do so here as well.
  for (int few = std::min(8, c.steps); few > 0; few /= 2) {
    ProofWindow whole{.first = c.steps - few, .steps = few, .blocks = slabs(c, few)};
    double work = 0;
    for (const Block &slab : whole.blocks) work += work_of(c, slab, few);
    if (work > work_of_every_cell * cores * (few == 1 ? 4 : 1)) continue;
    whole.every_cell = true;
    windows.push_back(std::move(whole));
    break;
  }
  return windows;
}

// A block holds the cell around which it was drawn, and that cell is any with the same probability.
double missed(const Case &c, const std::vector<ProofWindow> &windows, double cells) {
  double unseen = 1;
  for (const ProofWindow &window : windows)
    if (window.first + window.steps == c.steps)
      unseen *= window.every_cell ? 0 : std::pow(1 - cells, window.anywhere);
  return unseen;
}

std::string words_of_windows(const Case &c, const std::vector<ProofWindow> &windows) {
  std::size_t blocks = 0;
  std::string end;
  for (const ProofWindow &window : windows) {
    if (!window.every_cell) blocks += window.blocks.size();
    if (window.every_cell) end = fmt::format("every cell over the last {} steps", window.steps);
  }
  if (end.empty())
    end = fmt::format("1 % of wrong cells at the end would be missed with a probability of {:.2g}",
                      missed(c, windows, 0.01));
  return fmt::format("proven by samples of the stage's own run: {} blocks over {} steps each; {}",
                     blocks, windows.front().steps, end);
}

double work_of_whole_proof(const Case &c) {
  // Its reads and writes cost a point about as much as eight taps: 2 ns and 0.25 ns on one core.
  return double(c.cells()) * c.steps * (8 + c.taps());
}

}  // namespace ladder
