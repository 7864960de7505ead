// Source, sponge and receivers in kernels of their own, as the stages before `fused` have them. No
// idea of a stage.
#pragma once
#include "cuda_stages/wave3d/run.cuh"

namespace {

__global__ void inject(Step s, int sources) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sources) return;
  const Source &source = s.sources.source[i];
  s.before[s.g.at(source.z, source.x, source.y)] += s.pulse(source, s.n);
}

// Both fields: `before` is p(n+1) by now.
__global__ void taper_both(Step s, float *now) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= s.g.nz || ix >= s.g.nx || iy >= s.g.ny) return;
  const float t = s.taper(iz, ix, iy);
  if (t == 1.0f) return;
  const std::int64_t at = s.g.at(iz, ix, iy);
  s.before[at] *= t;
  now[at] *= t;
}

// What follows the kernel that made p(n+1) with such blocks. p(n) is recorded before it is tapered
// again.
inline void record_inject_taper(const Step &s, Run &run, int sources, dim3 block) {
  float *const now = run.field(run.now());
  if (s.receivers) record_sample<<<ceil_div(s.receivers, 256), 256>>>(s, now, s.n);
  if (sources) inject<<<ceil_div(sources, 64), 64>>>(s, sources);
  taper_both<<<run.blocks, block>>>(s, now);
}

}  // namespace
