// The step of a register tile, a column finished before the next one is begun, so that fewer
// registers hold a patch of more columns. The operations of a cell are those of own_cells.cuh.
#pragma once
#include "cuda_stages/wave/own_cells.cuh"

namespace {

template <int M, int C>
__device__ __forceinline__ void step_by_columns(RegisterTile<C> &own, const TiledCase &r, int pitch,
                                                const float *p, float *next) {
  constexpr int F = (M + 3) / 4 * 4;
  p += own.place;
  float result[C][4] = {};  // L p at first
#pragma unroll
  for (int x = -M; x < C + M; ++x) {
    float q[4];
    load4(p + x * pitch, q);
#pragma unroll
    for (int i = 0; i < C; ++i) {
      const int k = x < i ? i - x : x - i;
      if (k > M) continue;
#pragma unroll
      for (int j = 0; j < 4; ++j) result[i][j] = fmaf(r.taps_x[k], q[j], result[i][j]);
    }
  }
#pragma unroll
  for (int i = 0; i < C; ++i) {
    float column[2 * F + 4];
#pragma unroll
    for (int z = -F; z < F + 4; z += 4) load4(p + i * pitch + z, column + F + z);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float centre = column[F + j];
      float lap = fmaf(r.taps_z[0], centre, result[i][j]);
#pragma unroll
      for (int k = 1; k <= M; ++k) {
        lap = fmaf(r.taps_z[k], column[F + j - k], lap);
        lap = fmaf(r.taps_z[k], column[F + j + k], lap);
      }
      const float taper = own.sponge_x[i] * own.sponge_z[j];
      const float rest = fmaf(2.0f, centre, -own.before[i][j]);
      result[i][j] = taper * fmaf(own.v2dt2[i][j], lap, rest);
      own.before[i][j] = taper * centre;
    }
  }
#pragma unroll
  for (int i = 0; i < C; ++i)
    *reinterpret_cast<float4 *>(next + own.place + i * pitch) =
        make_float4(result[i][0], result[i][1], result[i][2], result[i][3]);
}

}  // namespace
