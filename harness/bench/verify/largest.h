// The largest |value| of an array, and whether all are finite, by all cores.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "harness/base/guarded_buffer.h"
#include "harness/base/parallel.h"

namespace ladder {

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

// By the bits: see guarded_buffer.h.
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
