// The operator on a register tile, as 33a_regtile.cu explains it, for the stages that differ from
// their parents by something else.
#pragma once
#include "cuda_stages/wave/vector_load.cuh"

namespace {

// p points to the first cell, at 16 bytes; columns are `pitch` apart. lap[i][j] and centre[i][j]
// are of column i, row j. The taps of the centre stay apart: their sum would be rounded, the same
// way in every cell at every step, and such an error grows with the square of the steps. Quads up
// to M rounded up to 4 above and below, and columns up to M next to the tile, must be readable.
template <int M, int C>
__device__ inline void laplacian_of_tile(const float *p, int pitch, const float *taps_z,
                                         const float *taps_x, float (&lap)[C][4],
                                         float (&centre)[C][4]) {
  constexpr int F = (M + 3) / 4 * 4;
#pragma unroll
  for (int i = 0; i < C; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) lap[i][j] = 0.0f;
#pragma unroll
  for (int x = -M; x < C + M; ++x) {
    float q[4];
    load4(p + x * pitch, q);
#pragma unroll
    for (int i = 0; i < C; ++i) {
      const int k = x < i ? i - x : x - i;
      if (k > M) continue;
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        lap[i][j] = fmaf(taps_x[k], q[j], lap[i][j]);
        if (k == 0) centre[i][j] = q[j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < C; ++i) {
    float column[2 * F + 4];
#pragma unroll
    for (int z = -F; z < F + 4; z += 4) load4(p + i * pitch + z, column + F + z);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      lap[i][j] = fmaf(taps_z[0], centre[i][j], lap[i][j]);
#pragma unroll
      for (int k = 1; k <= M; ++k) {
        lap[i][j] = fmaf(taps_z[k], column[F + j - k], lap[i][j]);
        lap[i][j] = fmaf(taps_z[k], column[F + j + k], lap[i][j]);
      }
    }
  }
}

}  // namespace
