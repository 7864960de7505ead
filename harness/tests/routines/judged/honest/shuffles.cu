// change: Sums of a warp by shuffles
#include "rod.cuh"

static __global__ void of_warps(int n, const float *v, float *total) {
  const int i = blockIdx.x * threads + threadIdx.x;
  float t = i < n ? v[i] * v[i] : 0;
  for (int far = 16; far > 0; far /= 2) t += __shfl_down_sync(0xffffffff, t, far);
  if (threadIdx.x % 32 == 0) atomicAdd(total, t);
}
STAGE {
  Rod on(n, u);
  cooled<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  of_warps<<<blocks(n), threads>>>(n, on.v.data, on.total.data);
  on.out(u, v, total);
}
