// rows: blocks are 32 cells wide.
// flags: -O3 -ftz=true
//
// Changes: a block is 32 x 4 x 4 threads, z by x by y, no longer 8 x 8 x 8: a warp is one row of 32
//   cells.
// Why: rows of 8 make a warp read 4 pieces of 32 bytes in 4 lines of the first-level cache, which
//   serves one line at a time; of 32, one line of 128 bytes, or two where a tap along z crosses it.
// Expected: 2.5 times faster than constant: a quarter of the lines that the first-level cache
//   serves
// Launch: blocks of 32 x 4 x `depth` along z, x, y. Not constant's --block=8x8 --depth=8: the block
//   is the change.
// Run: ladder --case=two-layer --stage=rows --block=32x4 --depth=4
#include "cuda_stages/wave3d/apart.cuh"
#include "cuda_stages/wave3d/entries.cuh"

namespace {

template <int M>
__global__ void stencil(const __grid_constant__ Step s) {
  const Grid &g = s.g;
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz || ix >= g.nx || iy >= g.ny) return;
  const std::int64_t at = g.at(iz, ix, iy);
  const float *const p = s.now + at;
  float lap = s.taps.z[0] * p[0] + s.taps.x[0] * p[0] + s.taps.y[0] * p[0];
#pragma unroll
  for (int k = 1; k <= M; ++k) {
    lap += s.taps.z[k] * (p[k] + p[-k]);
    lap += s.taps.x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
    lap += s.taps.y[k] * (p[k * g.plane] + p[-k * g.plane]);
  }
  s.before[at] = stepped(p[0], s.before[at], 1.0f, s.v2dt2[at], lap);
}

class Stage : public ApartStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch) : ApartStage(c, launch) {
    with_half_length(c.half_length, [&](auto m) { stencil_ = stencil<m>; });
    must_allow(stencil_, threads());
  }

  void advance(int count) {
    ApartStage::advance(count, [&](const Step &step) { stencil_<<<run_.blocks, block_>>>(step); });
  }

 private:
  void (*stencil_)(Step) = nullptr;
};

const ladder_knob knobs[] = {BLOCK_KNOBS(32, 4, 4)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "constant",
                .change = "blocks are 32 cells wide: a warp is one row", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/23_constant.counts.cuh"
