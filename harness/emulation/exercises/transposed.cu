// Exercise 4. z is the fastest axis of p and of lap.
#include "harness/emulation/exercises/exercise.cuh"

namespace {

__global__ void convolve(Grid g, Taps taps, const float *p, float *lap) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z;
  if (iz >= g.nz || ix >= g.nx) return;
  const int i = iz + g.nz * (ix + g.nx * iy);
  float sum = along(g.nz, iz, 1, g.m, taps.z, p + i);
  sum += along(g.nx, ix, g.nz, g.m, taps.x, p + i);
  if (g.ny > 1) sum += along(g.ny, iy, g.nz * g.nx, g.m, taps.y, p + i);
  lap[ix + g.nx * (iz + g.nz * iy)] = sum;
}

void launch(const Grid &g, const Taps &taps, const float *p, float *lap) {
  const dim3 block(16, 16);
  convolve<<<dim3(ceil_div(g.nz, 16), ceil_div(g.nx, 16), g.ny), block>>>(g, taps, p, lap);
}

}  // namespace
