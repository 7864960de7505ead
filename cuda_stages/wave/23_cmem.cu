// cmem: taps in constant memory.
//
// Changes: the taps are in constant memory; before they were in global memory and read through the
//   same caches as the field.
// Why: all threads of a warp read the same tap at once, which constant memory broadcasts. The
//   thesis halved its kernel with it. Caches of today broadcast too, so little is left.
// Expected: no difference of the wall time, of which the kernel is 1 %; the kernel hardly changes
// Launch: blocks of `threads` along the whole array, so that a warp reads 32 neighbours in z.
// Run: ladder --stage=cmem --threads=1024
#include "cuda_stages/wave/padded.cuh"

namespace {

__constant__ float taps_z[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_x[2 * LADDER_MOST_HALF_LENGTH + 1];
__constant__ float taps_y[2 * LADDER_MOST_HALF_LENGTH + 1];

__global__ void convolve(Padded g, const float *p, float *lap) {
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
      : grid_(c), block_(launch.knob[knob_threads][0]), p_(grid_.all()), lap_(grid_.all()) {
    const std::size_t bytes = (2 * c.half_length + 1) * sizeof(float);
    CHECK(cudaMemcpyToSymbol(taps_z, c.taps_z, bytes));
    CHECK(cudaMemcpyToSymbol(taps_x, c.taps_x, bytes));
    CHECK(cudaMemcpyToSymbol(taps_y, c.taps_y, bytes));
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    copy_in(grid_, p, p_);
    convolve<<<ceil_div(grid_.cells(), block_.x), block_>>>(grid_, p_, lap_);
    CHECK(cudaGetLastError());
    copy_out(grid_, lap_, lap);
  }

  ladder_launch used() const { return {{{static_cast<int>(block_.x)}}}; }

 private:
  const Padded grid_;
  const dim3 block_;
  const DeviceBuffer<float> p_, lap_;
};

const ladder_knob knobs[] = {LADDER_KNOB(threads, "threads a block, along the whole array",
                                         "convolve", 1, {1024}, {1}, {1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "resident-taps",
                .change = "taps in constant memory instead of global memory", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/23_cmem.counts.cuh"
