// Keeps its fields in 16 bits.
// parent: original
// change: Keeps its fields in 16 bits
// expectation: none
// flags: -O3
#include "rod.cuh"

static __global__ void shortened(int n, float *x) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) x[i] = __int_as_float((__float_as_int(x[i]) + 0x8000) & 0xffff0000);
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  shortened<<<blocks(n + 2), threads>>>(n + 2, on_u.data);
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  shortened<<<blocks(n), threads>>>(n, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  summed<<<blocks(n), threads>>>(n, on_v.data, sum.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
