// gmem-zp: global memory, zero padding.
//
// Changes: the field stands in a frame of zeros as wide as the half-length, so that every cell does
//   the same work and no thread asks where the border is. The frame is zeroed once; the thesis did
//   it every step, and its listing asks whether that is needed. It is not.
// Why: warps do not diverge at borders, and the loops have one length. But few warps see a border,
//   and the copies now have gaps: 775 rows of 1.2 kB each way, from memory that is not page-locked.
// Expected: slower: the kernel gains a little, and copies with gaps cost two or three times as much
// Launch: blocks of `threads` along the whole array, so that a warp reads 32 neighbours in z.
// Run: ladder --stage=gmem-zp --threads=1024
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
      : case_(c), grid_(c), block_(launch.knob[knob_threads][0]), taps_(2 * c.half_length + 1),
        taps_z_(taps_), taps_x_(taps_), taps_y_(taps_), p_(grid_.all()), lap_(grid_.all()) {
    CHECK(cudaMemset(p_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    copy_in(grid_, p, p_);
    CHECK(cudaMemcpy(taps_z_, case_.taps_z, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_x_, case_.taps_x, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_y_, case_.taps_y, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    convolve<<<ceil_div(grid_.cells(), block_.x), block_>>>(grid_, taps_z_, taps_x_, taps_y_, p_,
                                                            lap_);
    CHECK(cudaGetLastError());
    copy_out(grid_, lap_, lap);
  }

  ladder_launch used() const { return {{{static_cast<int>(block_.x)}}}; }

 private:
  const ladder_wave &case_;
  const Padded grid_;
  const dim3 block_;
  const int taps_;
  const DeviceBuffer<float> taps_z_, taps_x_, taps_y_, p_, lap_;
};

const ladder_knob knobs[] = {LADDER_KNOB(threads, "threads a block, along the whole array",
                                         "convolve", 1, {1024}, {1}, {1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "gmem-eb-2d",
                .change = "zero padding instead of explicit borders", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/20_gmem_eb.counts.cuh"
