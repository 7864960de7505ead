// The host computes the factors once for each n.
// parent: original
// change: The host computes the factors once for each n
// expectation: none
// flags: -O3
#include <map>

#include "rod.cuh"

static __global__ void by_table(int n, float *u, const float *v, const float *factor) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) u[i + 1] = v[i] * factor[i];
}
static const float *factors(int n) {
  static std::map<int, float *> known;
  float *&found = known[n];
  if (found) return found;
  float *own = new float[n];
  for (int i = 0; i < n; ++i) own[i] = std::exp(-0.5f * float(i + 1) / float(n));
  cudaMalloc(&found, n * sizeof *found);
  in(found, own, n);
  delete[] own;
  return found;
}
STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  by_table<<<blocks(n), threads>>>(n, on_u.data, on_v.data, factors(n));
  summed<<<blocks(n), threads>>>(n, on_v.data, sum.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
