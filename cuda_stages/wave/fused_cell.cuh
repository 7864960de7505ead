// The kernel of `fused`, as 32_fused.cu explains it, for its descendants.
#pragma once
#include "cuda_stages/wave/stepped_run.cuh"

namespace {

// Where a cell that was made is kept: in its place.
struct AtHome {
  __device__ void operator()(float *cell, int, float made) const { *cell = made; }
};

// The step from n of a thread's cells. keep(cell, ix, made): the value of the cell at ix, whose
// place is in s.before.
template <int M, typename Keep = AtHome>
__device__ __forceinline__ void step_cells(const Step &s, int n, Keep keep = {}) {
  const Padded &g = s.g;
  s.record_sample(n);
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = s.group(iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    const float *p = s.now + at;
    const float t = s.taper(iz, ix, iy);
    const float before = s.before[at], v2dt2 = s.v2dt2[at];
    // Apart: a rounded sum of the three taps would err alike in every cell at every step.
    float lap = s.taps.z[0] * p[0];
    lap += s.taps.x[0] * p[0];
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.z[k] * (p[k] + p[-k]);
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.x[k] * (p[k * g.pz] + p[-k * g.pz]);
    if (g.ny > 1) {
      const int plane = g.pz * g.px;
      lap += s.taps.y[0] * p[0];
#pragma unroll
      for (int k = 1; k <= M; ++k) lap += s.taps.y[k] * (p[k * plane] + p[-k * plane]);
    }
    float next = 2.0f * p[0] - s.settled(t, before) + v2dt2 * lap;
    for (int i = first_source; i < end; ++i)
      if (s.sources.place[i] == at) next += s.pulse(i, n);
    keep(s.before + at, ix, t * next);
  }
}

}  // namespace
