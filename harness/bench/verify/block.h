// Blocks of a grid whose fields are z-major: z fastest, then x, then y.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/base/parallel.h"
#include "harness/problem.h"

namespace ladder {

// The block that must be known `steps` before `block` is to be known.
Block with_margin(const GridShape &, const Block &block, int steps);

// Calls work(chunk, number, x, y) for each column of the block, (x, y) being its place in it, with
// all cores; columns of a chunk in their order, by one thread. Returns how many chunks there are.
std::size_t chunks_of_columns(const Block &);
void each_column(const Block &, const std::function<void(std::size_t chunk, std::size_t number,
                                                         std::int64_t x, std::int64_t y)> &work);

// Where the column at (x, y) of the block begins in a field on a grid of `cells`.
inline std::size_t begin_of_column(const std::array<std::int64_t, 3> &cells, const Block &block,
                                   std::int64_t x, std::int64_t y) {
  return static_cast<std::size_t>(
      block.first[0] + cells[0] * (block.first[1] + x + cells[1] * (block.first[2] + y)));
}

// The values of a field in the block.
SharedValues cut(const float *field, const GridShape &, const Block &);

// The largest |value| of an array, and whether all are finite, by all cores.

template <typename T>
double largest_of(const T *values, std::size_t count) {
  std::vector<double> found(chunks(count), 0);
  each_chunk(count, [&](std::size_t chunk, std::size_t first, std::size_t end) {
    double largest = 0;
    for (std::size_t i = first; i < end; ++i)
      largest = std::max(largest, std::abs(double(values[i])));
    found[chunk] = largest;
  });
  return found.empty() ? 0 : *std::ranges::max_element(found);
}

// Takes in the largest |value| of one more step.
inline void add_step(Peaks &peaks, double largest) {
  ++peaks.steps;
  peaks.largest = std::max(peaks.largest, largest);
  peaks.sum += largest;
  peaks.sum_of_squares += largest * largest;
}

// By the bits: see buffers.h.
inline bool all_finite(const float *values, std::size_t count) {
  std::atomic<bool> all = true;
  each_chunk(count, [&](std::size_t, std::size_t first, std::size_t end) {
    bool finite_here = true;
    for (std::size_t i = first; i < end; ++i) finite_here &= finite(values[i]);
    if (!finite_here) all = false;
  });
  return all;
}

}  // namespace ladder
