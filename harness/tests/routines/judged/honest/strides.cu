// Few threads, each of which takes many turns.
// parent: original
// change: Few threads, each of which takes many turns
// expectation: none
// flags: -O3
#include "rod.cuh"

static __global__ void strides(int n, float rate, const float *__restrict__ u, float *v,
                               float *total) {
  float t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float one =
        __ldg(u + i + 1) + rate * (__ldg(u + i) - 2.0f * __ldg(u + i + 1) + __ldg(u + i + 2));
    v[i] = one;
    t = fmaf(one, one, t);
  }
  atomicAdd(total, t);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  strides<<<4, 64>>>(n, rate, on_u.data, on_v.data, sum.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
