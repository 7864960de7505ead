// One kernel, whose blocks wait for one another.
// parent: original
// change: One kernel, whose blocks wait for one another
// expectation: none
// flags: -O3
#include <cooperative_groups.h>

#include "rod.cuh"

static __global__ void whole(int n, float rate, float *u, float *v, float *total) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += step)
    v[i] = u[i + 1] + rate * (u[i] - 2.0f * u[i + 1] + u[i + 2]);
  __shared__ float length;  // outlives the barrier of the grid
  if (threadIdx.x == 0) length = float(n);
  cooperative_groups::this_grid().sync();
  for (int i = first; i < n; i += step) {
    u[i + 1] = v[i] * expf(-0.5f * float(i + 1) / length);
    atomicAdd(total, v[i] * v[i]);
  }
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  void *arguments[] = {&n, &rate, &on_u.data, &on_v.data, &sum.data};
  cudaLaunchCooperativeKernel(whole, dim3(4), dim3(threads), arguments);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
