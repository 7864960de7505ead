// Exercise 5. The threads of a warp are neighbours in x.
#include "harness/emulation/exercises/exercise.cuh"

namespace {

__global__ void convolve(Grid g, Taps taps, const float *p, float *lap) {
  const int ix = blockIdx.x * blockDim.x + threadIdx.x;
  const int iz = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z;
  if (iz >= g.nz || ix >= g.nx) return;
  const int i = iz + g.nz * (ix + g.nx * iy);
  float sum = along(g.nz, iz, 1, g.m, taps.z, p + i);
  sum += along(g.nx, ix, g.nz, g.m, taps.x, p + i);
  if (g.ny > 1) sum += along(g.ny, iy, g.nz * g.nx, g.m, taps.y, p + i);
  lap[i] = sum;
}

void launch(const Grid &g, const Taps &taps, const float *p, float *lap) {
  const dim3 block(32, 8);
  convolve<<<dim3(ceil_div(g.nx, 32), ceil_div(g.nz, 8), g.ny), block>>>(g, taps, p, lap);
}

}  // namespace
