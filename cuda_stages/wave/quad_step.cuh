// The rest of a step for a register tile, once L p(n) is known: time step, sources, taper. What
// regtile and tma share; a quad is 4 rows of a column, one access of 16 bytes.
#pragma once
#include "cuda_stages/wave/stepped_run.cuh"
#include "cuda_stages/wave/vector_load.cuh"

namespace {

// Adds what the sources from `first` to `end` - 1 inject in step n into the 4 cells from place `at`
// on.
template <typename Taper>  // taper(j) is that of cell j
__device__ inline void inject_into_quad(const Step &s, int n, int first, int end, int at,
                                        Taper taper, float (&values)[4]) {
  for (int i = first; i < end; ++i) {
    const int j = s.sources.place[i] - at;
    if (j < 0 || j >= 4) continue;
    const float pulse = taper(j) * s.pulse(i, n);
#pragma unroll
    for (int row = 0; row < 4; ++row)  // registers have no index
      if (row == j) values[row] += pulse;
  }
}

// p(n+1) of the 4 rows by C columns from cell (iz, ix, iy) on, which is at place `at`, from p(n)
// there (`centre`) and L p(n) (`lap`), [column][row]; sources `first` to `end` - 1 are those of the
// block.
template <int C>
__device__ inline void step_quads(const Step &s, int n, int iz, int ix, int iy, int at, int first,
                                  int end, const float (&lap)[C][4], const float (&centre)[C][4]) {
#pragma unroll
  for (int i = 0; i < C; ++i) {
    if (ix + i >= s.g.nx) break;
    float before[4], v2dt2[4], next[4];
    load4(s.before + at + i * s.g.pz, before);
    load4(s.v2dt2 + at + i * s.g.pz, v2dt2);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float t = iz + j < s.g.nz ? s.taper(iz + j, ix + i, iy) : 0.0f;
      next[j] = t * (2.0f * centre[i][j] - s.settled(t, before[j]) + v2dt2[j] * lap[i][j]);
    }
    inject_into_quad(
        s, n, first, end, at + i * s.g.pz, [&](int j) { return s.taper(iz + j, ix + i, iy); },
        next);
    *reinterpret_cast<float4 *>(s.before + at + i * s.g.pz) =
        make_float4(next[0], next[1], next[2], next[3]);
  }
}

}  // namespace
