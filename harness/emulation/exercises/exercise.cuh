// What is around the kernels of the exercises: the arrays on the device, and the stage's table. An
// exercise defines `convolve` and
//   void launch(const Grid &, const Taps &, const float *p, float *lap);
#pragma once
#include "cuda_stages/wave/entries.cuh"

namespace {

struct Grid {
  int nz, nx, ny, m;  // cells along z, the fastest axis, x and y; half-length of the operator
  __host__ __device__ int cells() const { return nz * nx * ny; }
};

// Of each axis 2 m + 1 values; the middle one is [m].
struct Taps {
  const float *z, *x, *y;
};

void launch(const Grid &, const Taps &, const float *p, float *lap);

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &)
      : grid_{c.nz, c.nx, c.ny, c.half_length}, taps_z_(many()), taps_x_(many()), taps_y_(many()),
        p_(grid_.cells()), lap_(grid_.cells()) {
    const std::size_t bytes = many() * sizeof(float);
    CHECK(cudaMemcpy(taps_z_, c.taps_z, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_x_, c.taps_x, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_y_, c.taps_y, bytes, cudaMemcpyHostToDevice));
  }
  void laplacian(const float *p, float *lap) {
    const std::size_t bytes = grid_.cells() * sizeof(float);
    CHECK(cudaMemcpy(p_, p, bytes, cudaMemcpyHostToDevice));
    launch(grid_, {taps_z_, taps_x_, taps_y_}, p_, lap_);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(lap, lap_, bytes, cudaMemcpyDeviceToHost));
  }
  ladder_launch used() const { return {}; }

 private:
  std::size_t many() const { return 2 * grid_.m + 1; }
  const Grid grid_;
  const DeviceBuffer<float> taps_z_, taps_x_, taps_y_, p_, lap_;
};

// Along one axis: this cell is number i of n, and its neighbours are `stride` apart.
__device__ inline float along(int n, int i, int stride, int m, const float *taps,
                              const float *cell) {
  float sum = 0;
  for (int k = max(-m, -i); k <= min(m, n - 1 - i); ++k) sum += taps[m + k] * cell[k * stride];
  return sum;
}

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "an exercise: harness/emulation/EXERCISES.md",
                .expectation = "it is to be found wrong, or right and slow",
                .device = LADDER_ON_CUDA,
                CUDA_ENTRIES(Stage)};
