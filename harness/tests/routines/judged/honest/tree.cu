// A tree of sums in shared memory.
// parent: original
// change: A tree of sums in shared memory
// expectation: none
// flags: -O3
#include "rod.cuh"

static __global__ void tree(int n, const float *v, float *total) {
  __shared__ float part[threads];
  const int i = blockIdx.x * threads + threadIdx.x, t = threadIdx.x;
  part[t] = i < n ? v[i] * v[i] : 0;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) part[t] += part[t + half];
  }
  if (t == 0) atomicAdd(total, part[0]);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  tree<<<blocks(n), threads>>>(n, on_v.data, sum.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
