// change: The halves of the rod in two streams
#include "rod.cuh"

STAGE {
  Rod on(n, u);
  const int half = n / 2, rest = n - half;
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cooled<<<blocks(half), threads, 0, one>>>(half, rate, on.u.data, on.v.data);
  cooled<<<blocks(rest), threads, 0, other>>>(rest, rate, on.u.data + half, on.v.data + half);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(other);
  damped<<<blocks(n), threads, 0, one>>>(n, on.u.data, on.v.data);
  summed<<<blocks(n), threads, 0, other>>>(n, on.v.data, on.total.data);
  cudaMemcpyAsync(u, on.u.data, (n + 2) * sizeof *u, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(v, on.v.data, n * sizeof *v, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(total, on.total.data, sizeof *total, cudaMemcpyDeviceToHost, other);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(other);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
