// Sums of a warp by shuffles.
// parent: original
// change: Sums of a warp by shuffles
// expectation: none
// flags: -O3
#include "rod.cuh"

static __global__ void of_warps(int n, const float *v, float *total) {
  const int i = blockIdx.x * threads + threadIdx.x;
  float t = i < n ? v[i] * v[i] : 0;
  for (int far = 16; far > 0; far /= 2) t += __shfl_down_sync(0xffffffff, t, far);
  if (threadIdx.x % 32 == 0) atomicAdd(total, t);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  of_warps<<<blocks(n), threads>>>(n, on_v.data, sum.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
