// The tile of a plane that `march` and `arrive` have in shared memory, with a frame of M cells around it. No maths here.
#pragma once
#include "cuda_stages/wave3d/run.cuh"

namespace {

struct PlaneTile {
  int pitch, own;  // cells from line to line; where the cell of this thread stands

  __device__ explicit PlaneTile(int m)
      : pitch(blockDim.x + 2 * m), own(threadIdx.x + m + (threadIdx.y + m) * pitch) {}
  static int bytes(const dim3 &block, int m) {
    return int(sizeof(float)) * (block.x + 2 * m) * (block.y + 2 * m);
  }

  // All threads: plane iy of p, the thread's own value is known. Threads beyond the grid see the zeros of its frame.
  __device__ void show(float *tile, const Step &s, int m, int iy, float value) const {
    const Grid &g = s.g;
    const int iz = blockIdx.x * blockDim.x + threadIdx.x, ix = blockIdx.y * blockDim.y + threadIdx.y;
    const auto fetch = [&](int dz, int dx) {
      const int z = min(iz + dz, g.nz - 1 + m), x = min(ix + dx, g.nx - 1 + m);
      tile[own + dz + dx * pitch] = s.now[g.at(z, x, iy)];
    };
    tile[own] = value;
    for (int k = threadIdx.x; k < m; k += blockDim.x) {
      fetch(k - int(threadIdx.x) - m, 0);
      fetch(k - int(threadIdx.x) + int(blockDim.x), 0);
    }
    for (int k = threadIdx.y; k < m; k += blockDim.y) {
      fetch(0, k - int(threadIdx.y) - m);
      fetch(0, k - int(threadIdx.y) + int(blockDim.y));
    }
  }
};

}  // namespace
