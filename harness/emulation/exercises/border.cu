// Exercise 2. Beyond the first and the last cell of an axis the pressure is zero.
#include "harness/emulation/exercises/exercise.cuh"

namespace {

constexpr int threads = 64;

__global__ void convolve(Grid g, Taps taps, const float *p, float *lap) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= g.cells()) return;
  const int ix = i / g.nz % g.nx, iy = i / g.nz / g.nx;
  float sum = 0;
  for (int k = -g.m; k <= g.m; ++k) sum += taps.z[g.m + k] * p[i + k];
  sum += along(g.nx, ix, g.nz, g.m, taps.x, p + i);
  if (g.ny > 1) sum += along(g.ny, iy, g.nz * g.nx, g.m, taps.y, p + i);
  lap[i] = sum;
}

void launch(const Grid &g, const Taps &taps, const float *p, float *lap) {
  convolve<<<ceil_div(g.cells(), threads), threads>>>(g, taps, p, lap);
}

}  // namespace
