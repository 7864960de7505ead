// change: Computes on the host; its kernel does nothing that counts
#include "rod.cuh"

static __global__ void busy(float *spare) { spare[threadIdx.x] = 1.0f; }
STAGE {
  OnDevice spare(32);
  float seen[32];
  busy<<<1, 32>>>(spare.data);
  out(seen, spare.data, 32);
  by_host(n, rate, u, v, total);
}
