// change: Temporaries of double precision
#include "rod.cuh"

static __global__ void both(int n, double rate, const float *u, float *v, double *total) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  const double one = u[i + 1] + rate * (double(u[i]) - 2.0 * u[i + 1] + u[i + 2]);
  v[i] = float(one);
  atomicAdd(total, one * one);
}
STAGE {
  Rod on(n, u);
  double *sum, whole;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  both<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data, sum);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  on.out(u, v);
  cudaMemcpy(&whole, sum, sizeof whole, cudaMemcpyDeviceToHost);
  *total = float(whole);
  cudaFree(sum);
}
