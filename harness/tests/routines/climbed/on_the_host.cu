// Stage on_the_host of blend: its kernel does nothing that counts, and the host computes.
// parent: original
// change: it says CUDA
// expectation: as fast as the host
// flags: -O3
#include <cuda_runtime.h>

#include <cstdint>

#include "blend.h"

__global__ void busy(float *spare) { spare[threadIdx.x] = 1.0f; }

extern "C" void stage(int32_t n, const float *u, float *w, float *v) {
  float *spare, seen[32];
  cudaMalloc(&spare, sizeof seen);
  busy<<<1, 32>>>(spare);
  cudaMemcpy(seen, spare, sizeof seen, cudaMemcpyDeviceToHost);
  cudaFree(spare);
  for (int i = 1; i <= n; ++i) {
    w(i) = 0.25f * u(i - 1) + 0.5f * u(i) + 0.25f * u(i + 1);
    v(i) = 3.0f * w(i) - u(i);
  }
}
