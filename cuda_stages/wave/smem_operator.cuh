// The kernels and launches of `smem` for the stages that change what is around them. No idea of a
// stage.
#pragma once
#include "cuda_stages/wave/shared_memory.cuh"

namespace {

__global__ void convolve_major_strip(Padded g, const float *p, float *lap) {
  convolve_strip(g, 0, g.all(), p, lap);
}

__global__ void convolve_minor_x(Padded g, const float *p, float *lap) {
  convolve_block(g, taps_x, {0, g.nx, g.pz}, {0, g.ny, g.pz * g.px}, p, lap, lap);
}

__global__ void convolve_minor_y(Padded g, const float *p, float *lap) {
  convolve_block(g, taps_y, {0, g.ny, g.pz * g.px}, {0, g.nx, g.pz}, p, lap, lap);
}

class SmemOperator {
 public:
  SmemOperator(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), launch_(grid_, launch, convolve_minor_x, convolve_minor_y) {
    copy_taps(c);
  }
  // lap = L p, both padded and on the device.
  void run(const float *p, float *lap) const {
    convolve_major_strip<<<launch_.strips(grid_.all()), launch_.threads, launch_.strip_bytes>>>(
        grid_, p, lap);
    CHECK(cudaGetLastError());
    convolve_minor_x<<<launch_.blocks(grid_.nx, grid_.ny), launch_.block, launch_.block_bytes>>>(
        grid_, p, lap);
    CHECK(cudaGetLastError());
    if (grid_.ny > 1) {
      convolve_minor_y<<<launch_.blocks(grid_.ny, grid_.nx), launch_.block, launch_.block_bytes>>>(
          grid_, p, lap);
      CHECK(cudaGetLastError());
    }
  }
  ladder_launch used() const { return launch_.used(); }

 private:
  const Padded grid_;
  const SharedMemoryLaunch launch_;
};

}  // namespace
