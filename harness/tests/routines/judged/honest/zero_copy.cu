// change: Its kernels read and write page-locked memory of the host
#include "rod.cuh"

STAGE {
  float *both;
  cudaHostAlloc(&both, (2 * n + 3) * sizeof *both, cudaHostAllocMapped);
  std::memcpy(both, u, (n + 2) * sizeof *u);
  float *after = both + n + 2, *sum = after + n;
  *sum = 0;
  cooled<<<blocks(n), threads>>>(n, rate, both, after);
  damped<<<blocks(n), threads>>>(n, both, after);
  summed<<<blocks(n), threads>>>(n, after, sum);
  cudaDeviceSynchronize();
  std::memcpy(u, both, (n + 2) * sizeof *u);
  std::memcpy(v, after, n * sizeof *v);
  *total = *sum;
  cudaFreeHost(both);
}
