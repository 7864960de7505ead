// The halves of the rod in two streams.
// parent: original
// change: The halves of the rod in two streams
// expectation: none
// flags: -O3
#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  const int half = n / 2, rest = n - half;
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cooled<<<blocks(half), threads, 0, one>>>(half, rate, on_u.data, on_v.data);
  cooled<<<blocks(rest), threads, 0, other>>>(rest, rate, on_u.data + half, on_v.data + half);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(other);
  damped<<<blocks(n), threads, 0, one>>>(n, on_u.data, on_v.data);
  summed<<<blocks(n), threads, 0, other>>>(n, on_v.data, sum.data);
  cudaMemcpyAsync(u, on_u.data, (n + 2) * sizeof *u, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(v, on_v.data, n * sizeof *v, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(total, sum.data, sizeof *total, cudaMemcpyDeviceToHost, other);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(other);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
