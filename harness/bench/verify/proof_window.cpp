#include "harness/bench/verify/proof_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "harness/bench/verify/block.h"

namespace ladder {
namespace {

constexpr std::int64_t side = 32;  // of a block [cells]
// Of a block; what is computed on a plane of margins is little, in a volume it is most.
constexpr int most_margin = 32, most_margin_of_plane = 128;  // [cells]
constexpr int least_piece = 4, most_piece = 16;              // of a piece
constexpr int least_anywhere = 16, most_anywhere = 64;       // blocks
// Updates of taps: a core takes about a second for 1e9. A point counts as eight more.
constexpr double work_of_blocks = 1e9, work_of_every_cell = 4e9;  // a core

using Random = std::mt19937_64;

std::int64_t below(Random &random, std::int64_t end) {
  return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random);
}

// Long enough for stages that take several steps at once, short enough for the margins.
int length_of_pieces(const Case &c) {
  const GridShape grid = c.grid();
  const int margin = grid.cells[2] > 1 ? most_margin : most_margin_of_plane;
  return std::min(std::clamp(margin / grid.reach, least_piece, most_piece), c.steps);
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
         (8 + c.taps());
}

// Where mistakes are likely: a corner and the one across it; a face of each axis; a source, and a
// source or receiver.
std::vector<Block> likely_blocks(const Case &c, Random &random) {
  const GridShape grid = c.grid();
  const auto low_or_high = [&] { return random() % 2 ? 1 : -1; };
  std::vector<Block> blocks;
  const auto take = [&](const std::array<std::int64_t, 3> &cell) {
    blocks.push_back(around(grid, cell));
  };
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
  return blocks;
}

// The grid, cut across its slowest axis: thicker than their margins, and no thicker than memory
// bears.
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

std::vector<std::int32_t> ProofWindows::due(const Case &c) const {
  std::vector<std::int32_t> steps;
  for (int step = 0; step < c.steps; step += piece) steps.push_back(step);
  steps.push_back(c.steps);
  return steps;
}

ProofWindows choose_windows(const Case &c, std::uint64_t seed) {
  Random random(seed);
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  ProofWindows chosen;
  chosen.piece = length_of_pieces(c);
  const int pieces = (c.steps + chosen.piece - 1) / chosen.piece;
  const auto window = [&](std::int64_t number) {
    const int first = static_cast<int>(number) * chosen.piece;
    return ProofWindow{first, std::min(chosen.piece, c.steps - first), {}};
  };
  std::map<std::int64_t, std::vector<Block>> blocks;  // of each piece
  for (const std::int64_t number : std::set<std::int64_t>{0, below(random, pieces), pieces - 1})
    blocks[number] = likely_blocks(c, random);
  for (double work = work_of_blocks * cores;
       chosen.anywhere < least_anywhere || (work > 0 && chosen.anywhere < most_anywhere);
       ++chosen.anywhere) {
    const std::int64_t number = below(random, pieces);
    blocks[number].push_back(around(c.grid(), somewhere(random, c.grid(), {0, 0, 0})));
    work -= work_of(c, blocks[number].back(), chosen.piece);
  }
  for (auto &[number, some] : blocks) {
    chosen.windows.push_back(window(number));
    chosen.windows.back().blocks = std::move(some);
  }
  ProofWindow whole = window(below(random, pieces));
  whole.every_cell = true;
  whole.blocks = slabs(c, whole.steps);
  double work = 0;
  for (const Block &slab : whole.blocks) work += work_of(c, slab, whole.steps);
  if (work <= work_of_every_cell * cores) chosen.windows.push_back(std::move(whole));
  return chosen;
}

// A block has the cell around which it was drawn, and that is any cell of any piece with the same
// probability.
double missed(const ProofWindows &chosen, double fraction) {
  return std::pow(1 - fraction, chosen.anywhere);
}

std::string words_of_windows(const ProofWindows &chosen) {
  std::size_t blocks = 0;
  std::string whole;
  for (const ProofWindow &window : chosen.windows) {
    if (!window.every_cell) blocks += window.blocks.size();
    if (window.every_cell) whole = " and every cell of one piece";
  }
  return fmt::format(
      "proven by samples, in a run from the mean of all starts in pieces of {} steps: {} blocks{}; "
      "one "
      "with "
      "5 % of its values wrong would pass with a probability of {:.2g}",
      chosen.piece, blocks, whole, missed(chosen, 0.05));
}

double work_of_whole_proof(const Case &c) {
  // Its reads and writes cost a point about as much as eight taps: 2 ns and 0.25 ns on one core.
  return double(c.cells()) * c.steps * (8 + c.taps());
}

}  // namespace ladder
