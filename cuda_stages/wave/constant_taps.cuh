// The taps in constant memory, as 23_cmem.cu explains it, for the stages after it. [M + k] is of
// the neighbour at k.
#pragma once
#include "cuda_stages/wave/entries.cuh"

namespace {

__constant__ float taps_z[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_x[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_y[2 * LADDER_MOST_HALF_LENGTH + 1];

inline void copy_taps(const ladder_wave &c) {
  const std::size_t bytes = (2 * c.half_length + 1) * sizeof(float);
  CHECK(cudaMemcpyToSymbol(taps_z, c.taps_z, bytes));
  CHECK(cudaMemcpyToSymbol(taps_x, c.taps_x, bytes));
  CHECK(cudaMemcpyToSymbol(taps_y, c.taps_y, bytes));
}

}  // namespace
