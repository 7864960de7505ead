// change: Managed memory
#include "rod.cuh"

STAGE {
  float *both, *sum;
  cudaMallocManaged(&both, (2 * n + 2) * sizeof *both);
  cudaMallocManaged(&sum, sizeof *sum);
  std::memcpy(both, u, (n + 2) * sizeof *u);
  *sum = 0;
  cooled<<<blocks(n), threads>>>(n, rate, both, both + n + 2);
  damped<<<blocks(n), threads>>>(n, both, both + n + 2);
  summed<<<blocks(n), threads>>>(n, both + n + 2, sum);
  cudaDeviceSynchronize();
  std::memcpy(u, both, (n + 2) * sizeof *u);
  std::memcpy(v, both + n + 2, n * sizeof *v);
  *total = *sum;
  cudaFree(both);
  cudaFree(sum);
}
