// The operator of `smem`, as 26_smem.cu explains it, for the stages that differ from it by
// something else.
#pragma once
#include "cuda_stages/wave/constant_taps.cuh"
#include "cuda_stages/wave/shared_memory_launch.cuh"

namespace {

// Along z, places `from` to `to` of the padded array as one long strip, cut into pieces of a block
// each: writes lap.
__device__ inline void convolve_strip(const Padded &g, int from, int to, const float *p,
                                      float *lap) {
  extern __shared__ float strip[];  // [blockDim.x + 2 m]
  const int begin = from + blockIdx.x * blockDim.x;
  for (int j = threadIdx.x; j < blockDim.x + 2 * g.m; j += blockDim.x) {
    const int at = begin - g.m + j;
    strip[j] = at >= 0 && at < g.all() ? p[at] : 0.0f;
  }
  __syncthreads();
  const int at = begin + threadIdx.x;
  if (at >= to || !g.inside(at)) return;
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * strip[threadIdx.x + g.m + k];
  lap[at] = sum;
}

// Along x or y, from a block in shared memory: writes lap and what it adds to `out`. `along` is the
// axis of the operator, `across` the third one; z is the first of the block in either case.
struct Axis {
  int from, to, stride;
};

__device__ inline void convolve_block(const Padded &g, const float *taps, Axis along, Axis across,
                                      const float *p, const float *lap, float *out) {
  extern __shared__ float tile[];  // [blockDim.y + 2 m][blockDim.x]
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = along.from + blockIdx.y * blockDim.y;
  for (int plane = across.from + blockIdx.z; plane < across.to; plane += gridDim.z) {
    const int origin = g.first + iz + plane * across.stride;
    __syncthreads();  // everybody is done with the plane before
    for (int j = threadIdx.y; j < blockDim.y + 2 * g.m; j += blockDim.y) {
      const int i = begin - g.m + j;
      if (iz < g.nz && i < along.to + g.m)
        tile[j * blockDim.x + threadIdx.x] = p[origin + i * along.stride];
    }
    __syncthreads();
    const int i = begin + threadIdx.y;
    if (iz < g.nz && i < along.to) {
      float sum = 0.0f;
      for (int k = -g.m; k <= g.m; ++k)
        sum += taps[g.m + k] * tile[(threadIdx.y + g.m + k) * blockDim.x + threadIdx.x];
      out[origin + i * along.stride] = lap[origin + i * along.stride] + sum;
    }
  }
}

}  // namespace
