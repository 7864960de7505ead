// The last block adds what the others leave.
// parent: original
// change: The last block adds what the others leave
// expectation: none
// flags: -O3
#include "rod.cuh"

static __device__ unsigned int done;
static __global__ void parts(int n, const float *v, float *part, float *total) {
  __shared__ float own[threads];
  __shared__ bool last;
  const int i = blockIdx.x * threads + threadIdx.x, t = threadIdx.x;
  own[t] = i < n ? v[i] * v[i] : 0;
  __syncthreads();
  if (t == 0) {
    float s = 0;
    for (int k = 0; k < threads; ++k) s += own[k];
    part[blockIdx.x] = s;
    __threadfence();
    last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || t != 0) return;
  float s = 0;
  for (unsigned int k = 0; k < gridDim.x; ++k) s += ((volatile float *)part)[k];
  *total = s;
  done = 0;
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  OnDevice part(blocks(n));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  parts<<<blocks(n), threads>>>(n, on_v.data, part.data, sum.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
