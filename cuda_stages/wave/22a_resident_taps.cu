// resident-taps: the taps stay on the device.
//
// Changes: the taps are copied to the device once; before they were copied at every step. They are
//   read from global memory as before.
// Why: three copies of 68 bytes a step are three waits of the host for the bus. The thesis copies
//   them at every step to its end, constant memory or not (7999 copies in 1999 steps), and its
//   listing asks whether that is needed. It is not.
// Expected: under 10 % of the wall time, by three small copies less a step; the kernel is the same
// Launch: blocks of `threads` along the whole array, so that a warp reads 32 neighbours in z.
// Run: ladder --stage=resident-taps --threads=1024
#include "cuda_stages/wave/padded.cuh"

namespace {

__global__ void convolve(Padded g, const float *taps_z, const float *taps_x, const float *taps_y,
                         const float *p, float *lap) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  float sum = 0.0f;
  for (int k = -g.m; k <= g.m; ++k) sum += taps_z[g.m + k] * p[at + k];
  for (int k = -g.m; k <= g.m; ++k) sum += taps_x[g.m + k] * p[at + k * g.pz];
  if (g.ny > 1)
    for (int k = -g.m; k <= g.m; ++k) sum += taps_y[g.m + k] * p[at + k * g.pz * g.px];
  lap[at] = sum;
}

enum { knob_threads };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), block_(launch.knob[knob_threads][0]), taps_(2 * c.half_length + 1),
        taps_z_(taps_), taps_x_(taps_), taps_y_(taps_), p_(grid_.all()), lap_(grid_.all()) {
    CHECK(cudaMemcpy(taps_z_, c.taps_z, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_x_, c.taps_x, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_y_, c.taps_y, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    copy_in(grid_, p, p_);
    convolve<<<ceil_div(grid_.cells(), block_.x), block_>>>(grid_, taps_z_, taps_x_, taps_y_, p_,
                                                            lap_);
    CHECK(cudaGetLastError());
    copy_out(grid_, lap_, lap);
  }

  ladder_launch used() const { return {{{static_cast<int>(block_.x)}}}; }

 private:
  const Padded grid_;
  const dim3 block_;
  const int taps_;
  const DeviceBuffer<float> taps_z_, taps_x_, taps_y_, p_, lap_;
};

const ladder_knob knobs[] = {LADDER_KNOB(threads, "threads a block, along the whole array",
                                         "convolve", 1, {1024}, {1}, {1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "gmem-zp",
                .change = "taps are copied to the device once, not at every step",
                CUDA_KNOBS(knobs), CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/20_gmem_eb.counts.cuh"
