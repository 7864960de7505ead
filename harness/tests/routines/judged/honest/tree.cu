// change: A tree of sums in shared memory
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
  Rod on(n, u);
  cooled<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  tree<<<blocks(n), threads>>>(n, on.v.data, on.total.data);
  on.out(u, v, total);
}
