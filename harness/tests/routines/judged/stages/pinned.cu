// change: Copies through page-locked memory
#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  float *page;
  cudaMallocHost(&page, (2 * n + 2) * sizeof *page);
  std::memcpy(page, u, (n + 2) * sizeof *u);
  cudaMemcpyAsync(on_u.data, page, (n + 2) * sizeof *u, cudaMemcpyHostToDevice, 0);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  summed<<<blocks(n), threads>>>(n, on_v.data, sum.data);
  cudaMemcpyAsync(page, on_u.data, (n + 2) * sizeof *u, cudaMemcpyDeviceToHost, 0);
  cudaMemcpyAsync(page + n + 2, on_v.data, n * sizeof *v, cudaMemcpyDeviceToHost, 0);
  cudaStreamSynchronize(0);
  std::memcpy(u, page, (n + 2) * sizeof *u);
  std::memcpy(v, page + n + 2, n * sizeof *v);
  out(total, sum.data, 1);
  cudaFreeHost(page);
}
