// order: the half-length is known when the kernel is compiled.
// flags: -O3 -ftz=true
//
// Changes: the loop over the taps is unrolled, for half-lengths 1, 2, 3, 4, 6 and 8.
// Why: no loop counter, no address computed at run time, and the loads of all neighbours can be on
//   their way at once.
// Expected: a third faster than resident: as many loads, and half of the other instructions
// Launch: blocks of 8 x 8 x `depth` along z, x, y; the document prints one shape, 8 x 8 x 4.
// Run: ladder --case=two-layer --stage=order --block=8x8 --depth=8
#include "cuda_stages/wave3d/apart.cuh"
#include "cuda_stages/wave3d/entries.cuh"

namespace {

template <int M>
__global__ void stencil(Step s, const float *taps_z, const float *taps_x, const float *taps_y) {
  const Grid &g = s.g;
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz || ix >= g.nx || iy >= g.ny) return;
  const std::int64_t at = g.at(iz, ix, iy);
  const float *const p = s.now + at;
  float lap = taps_z[0] * p[0] + taps_x[0] * p[0] + taps_y[0] * p[0];
#pragma unroll
  for (int k = 1; k <= M; ++k) {
    lap += taps_z[k] * (p[k] + p[-k]);
    lap += taps_x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
    lap += taps_y[k] * (p[k * g.plane] + p[-k * g.plane]);
  }
  s.before[at] = stepped(p[0], s.before[at], 1.0f, s.v2dt2[at], lap);
}

class Stage : public ApartStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch) : ApartStage(c, launch), taps_(c) {
    with_half_length(c.half_length, [&](auto m) { stencil_ = stencil<m>; });
    must_allow(stencil_, threads());
  }

  void advance(int count) {
    ApartStage::advance(count, [&](const Step &step) {
      stencil_<<<run_.blocks, block_>>>(step, taps_.z, taps_.x, taps_.y);
    });
  }

 private:
  void (*stencil_)(Step, const float *, const float *, const float *) = nullptr;
  const TapTables taps_;
};

const ladder_knob knobs[] = {BLOCK_KNOBS(8, 8, 8)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "resident",
                .change = "the half-length is known when the kernel is compiled", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/22_order.counts.cuh"
