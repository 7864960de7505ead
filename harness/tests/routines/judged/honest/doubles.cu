// Temporaries of double precision.
// parent: original
// change: Temporaries of double precision
// expectation: none
// flags: -O3
#include "rod.cuh"

static __global__ void both(int n, double rate, const float *u, float *v, double *total) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  const double one = u[i + 1] + rate * (double(u[i]) - 2.0 * u[i + 1] + u[i + 2]);
  v[i] = float(one);
  atomicAdd(total, one * one);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n);
  double *sum, whole;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  in(on_u.data, u, n + 2);
  both<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data, sum);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  cudaMemcpy(&whole, sum, sizeof whole, cudaMemcpyDeviceToHost);
  *total = float(whole);
  cudaFree(sum);
}
