// The rate in constant memory, the sum in a variable of the device.
// parent: original
// change: The rate in constant memory, the sum in a variable of the device
// expectation: none
// flags: -O3
#include "rod.cuh"

static __constant__ float the_rate;
static __device__ float the_sum;
static __global__ void all(int n, const float *u, float *v) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  v[i] = u[i + 1] + the_rate * (u[i] - 2.0f * u[i + 1] + u[i + 2]);
  atomicAdd(&the_sum, v[i] * v[i]);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n);
  const float zero = 0;
  in(on_u.data, u, n + 2);
  cudaMemcpyToSymbol(the_rate, &rate, sizeof rate);
  cudaMemcpyToSymbol(the_sum, &zero, sizeof zero);
  all<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  cudaMemcpyFromSymbol(total, the_sum, sizeof *total);
}
