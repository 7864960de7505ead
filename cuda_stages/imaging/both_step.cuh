// A step of both fields in one launch, as both explains it.
#pragma once
#include "cuda_stages/imaging/band_product.cuh"

namespace {

struct TwoSteps {
  OneStep of_layer[2];
};

template <int M>
__global__ void step_both(const __grid_constant__ Medium s,
                          const __grid_constant__ TwoSteps steps) {
  const OneStep &one = steps.of_layer[blockIdx.z];
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (s.g.has(iz, ix)) step_point<M>(s, one.in, one.time, one.now, one.before, one.next, iz, ix);
}

inline OneStep forward_step(const Shot &shot, int n) {
  return {shot.source(), n, shot.forward(n - 1), shot.forward(n - 2), shot.forward(n)};
}
inline OneStep backward_step(const Shot &shot, int n) {
  return {shot.receivers(), n, shot.backward(n + 1), shot.backward(n + 2), shot.backward(n)};
}

inline void launch(const Shot &shot, const TwoSteps &next, int layers, dim3 block,
                   cudaStream_t stream) {
  const Grid &g = shot.grid;
  const dim3 blocks(ceil_div(g.nz, block.x), ceil_div(g.nx, block.y), layers);
  with_half_length(
      g.m, [&](auto m) { step_both<m><<<blocks, block, 0, stream>>>(shot.medium(), next); });
  CHECK(cudaGetLastError());
}

}  // namespace
