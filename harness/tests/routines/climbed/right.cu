// Stage right of blend.
// parent: original
// change: CUDA, a tile in shared memory
// expectation: no faster: so few elements keep no device busy
// flags: -O3
#include <cuda_runtime.h>

#include <cstdint>

#include "blend.h"

constexpr int threads = 32;

__global__ void blended(int32_t n, const float *u, float *w, float *v) {
  __shared__ float tile[threads + 2];
  const int i = 1 + blockIdx.x * threads + threadIdx.x, at = 1 + threadIdx.x;
  tile[at] = i <= n + 1 ? u(i) : 0;
  if (threadIdx.x == 0) tile[0] = u(i - 1);
  if (threadIdx.x == threads - 1) tile[threads + 1] = i <= n ? u(i + 1) : 0;
  __syncthreads();
  if (i > n) return;
  w(i) = 0.25f * tile[at - 1] + 0.5f * tile[at] + 0.25f * tile[at + 1];
  v(i) = 3.0f * w(i) - tile[at];
}

extern "C" void stage(int32_t n, const float *u, float *w, float *v) {
  float *on_u, *on_w, *on_v;
  cudaMalloc(&on_u, (n + 2) * sizeof(float));
  cudaMalloc(&on_w, n * sizeof(float));
  cudaMalloc(&on_v, n * sizeof(float));
  cudaMemcpy(on_u, u, (n + 2) * sizeof(float), cudaMemcpyHostToDevice);
  blended<<<(n + threads - 1) / threads, threads>>>(n, on_u, on_w, on_v);
  cudaMemcpy(w, on_w, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(v, on_v, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(on_u);
  cudaFree(on_w);
  cudaFree(on_v);
}
