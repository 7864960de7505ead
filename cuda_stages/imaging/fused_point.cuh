// A step of one point by one thread, with what is injected there: taps straight from the
// first-level cache.
#pragma once
#include "cuda_stages/imaging/shot.cuh"

namespace {

// From p(n-1) in `before` and p(n) in `now` to p(n+1); for a backward field with n falling. `time`:
// whose row is injected. M: the half-length, or 0 where it is known at run time alone.
// `one_spacing`: both axes have the same taps; not `absorbs`: no cell has a sponge.
template <int M, bool one_spacing = false, bool absorbs = true>
__device__ inline void step_point(const Medium &s, const Injected &in, int time, const float *now,
                                  const float *before, float *next, int iz, int ix) {
  const Grid &g = s.g;
  const int m = M ? M : g.m, at = g.at(iz, ix);
  const float *p = now + at;
  const float sponge = absorbs ? s.sponge(iz, ix) : 1.0f;
  const float old = before[at], v2dt2 = s.v2dt2[iz + g.nz * ix];
  float injected = 0.0f;
  if (in.bits[in.words * ix + iz / 32] >> iz % 32 & 1)
    injected = in.signal[std::size_t{1} * (time - 1) * in.count + in.columns[iz + g.nz * ix]];
  // Apart: a rounded sum of the two taps would err alike in every cell at every step.
  float lap = s.taps.z[0] * p[0];
  lap += s.taps.x[0] * p[0];
  if constexpr (one_spacing) {
#pragma unroll
    for (int k = 1; k <= m; ++k)
      lap += s.taps.z[k] * ((p[k] + p[-k]) + (p[k * g.pitch] + p[-k * g.pitch]));
  } else {
#pragma unroll
    for (int k = 1; k <= m; ++k) lap += s.taps.z[k] * (p[k] + p[-k]);
#pragma unroll
    for (int k = 1; k <= m; ++k) lap += s.taps.x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
  }
  next[at] = sponge * (2.0f * p[0] - sponge * old + v2dt2 * lap + injected);
}

}  // namespace
