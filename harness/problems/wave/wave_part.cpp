// Parts of a wave case: fewer of its steps, or a block of its grid.
#include <algorithm>

#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

bool within(const ladder_cell &cell, const Block &block) {
  const std::array<std::int64_t, 3> at = {cell.z, cell.x, cell.y};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (at[axis] < block.first[axis] || at[axis] >= block.first[axis] + block.cells[axis])
      return false;
  return true;
}

ladder_cell moved_part(const ladder_cell &cell, const Block &block) {
  return {static_cast<std::int32_t>(cell.z - block.first[0]),
          static_cast<std::int32_t>(cell.x - block.first[1]),
          static_cast<std::int32_t>(cell.y - block.first[2])};
}

std::vector<float> cut(const std::vector<float> &factors, std::int64_t first, std::int64_t count) {
  return {factors.begin() + first, factors.begin() + first + count};
}

}  // namespace

std::vector<float> samples_of(const std::vector<float> &wavelets, int steps, int first, int count) {
  std::vector<float> some;
  for (auto one = wavelets.begin(); one != wavelets.end(); one += steps)
    some.insert(some.end(), one + first, one + first + count);
  return some;
}

std::unique_ptr<Case> WaveCase::shortened(int few) const {
  auto other = std::make_unique<WaveCase>(*this);
  other->steps = std::min(steps, few);
  other->wavelets = samples_of(wavelets, steps, 0, other->steps);
  return other;
}

std::unique_ptr<Case> WaveCase::part(const Block &block, int first_step, int few) const {
  auto part = std::make_unique<WaveCase>(*this);
  part->nz = static_cast<int>(block.cells[0]);
  part->nx = static_cast<int>(block.cells[1]);
  part->ny = static_cast<int>(block.cells[2]);
  part->steps = few;
  part->velocity = {};  // of the whole grid, as the next ones
  part->captured = {};
  part->source_cells.clear();
  part->receiver_cells.clear();
  part->placed_receivers.clear();
  part->wavelets.clear();
  part->sponge_z = cut(sponge_z, block.first[0], block.cells[0]);
  part->sponge_x = cut(sponge_x, block.first[1], block.cells[1]);
  part->sponge_y = cut(sponge_y, block.first[2], block.cells[2]);
  part->v2dt2 = SharedValues(static_cast<std::size_t>(part->cells()));
  float *to = part->v2dt2.change();
  for (std::int64_t y = 0; y < part->ny; ++y)
    for (std::int64_t x = 0; x < part->nx; ++x)
      to = std::copy_n(v2dt2.begin() + block.first[0] +
                           nz * (block.first[1] + x + std::int64_t{nx} * (block.first[2] + y)),
                       part->nz, to);
  for (std::size_t s = 0; s < source_cells.size(); ++s) {
    if (!within(source_cells[s], block)) continue;
    part->source_cells.push_back(moved_part(source_cells[s], block));
    const auto wavelet = wavelets.begin() + std::int64_t(s) * steps + first_step;
    part->wavelets.insert(part->wavelets.end(), wavelet, wavelet + few);
  }
  for (const ladder_cell &cell : receiver_cells)
    if (within(cell, block)) part->receiver_cells.push_back(moved_part(cell, block));
  return part;
}

std::vector<std::size_t> WaveCase::outputs_in(std::size_t array, const Block &block) const {
  std::vector<std::size_t> places;
  for (std::size_t r = 0; array == 3 && r < receiver_cells.size(); ++r)
    if (within(receiver_cells[r], block)) places.push_back(r);
  return places;
}

std::vector<std::array<std::int64_t, 3>> WaveCase::landmarks() const {
  std::vector<std::array<std::int64_t, 3>> all;
  for (const auto *cells : {&source_cells, &receiver_cells})
    for (const ladder_cell &cell : *cells) all.push_back({cell.z, cell.x, cell.y});
  return all;
}

}  // namespace ladder
