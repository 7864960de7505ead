#include "harness/bench/verify/block.h"

namespace ladder {
namespace {

std::size_t columns_of_a_chunk(const Block &block) {
  return std::max<std::size_t>(1, chunk_length / static_cast<std::size_t>(block.cells[0]));
}

std::size_t columns(const Block &block) {
  return static_cast<std::size_t>(block.cells[1] * block.cells[2]);
}

}  // namespace

Block with_margin(const GridShape &grid, const Block &block, int steps) {
  Block outer;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t margin = std::int64_t{grid.reach} * steps;
    outer.first[axis] = std::max<std::int64_t>(0, block.first[axis] - margin);
    outer.cells[axis] = std::min(grid.cells[axis], block.first[axis] + block.cells[axis] + margin) -
                        outer.first[axis];
  }
  return outer;
}

std::size_t chunks_of_columns(const Block &block) {
  return chunks(columns(block), columns_of_a_chunk(block));
}

void each_column(
    const Block &block,
    const std::function<void(std::size_t, std::size_t, std::int64_t, std::int64_t)> &work) {
  each_chunk(
      columns(block),
      [&](std::size_t chunk, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
          const auto number = static_cast<std::int64_t>(i);
          work(chunk, i, number % block.cells[1], number / block.cells[1]);
        }
      },
      columns_of_a_chunk(block));
}

SharedValues cut(const float *field, const GridShape &grid, const Block &block) {
  const auto height = static_cast<std::size_t>(block.cells[0]);
  SharedValues values(height * columns(block));
  float *to = values.change();
  each_column(block, [&](std::size_t, std::size_t number, std::int64_t x, std::int64_t y) {
    std::copy_n(field + begin_of_column(grid.cells, block, x, y), height, to + number * height);
  });
  return values;
}

}  // namespace ladder
