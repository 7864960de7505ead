// constant: the taps come with the kernel's arguments.
// flags: -O3 -ftz=true
//
// Changes: the taps stand in constant memory, as an argument of the kernel.
// Why: a multiply-add takes one of its factors from there without a load; before, each tap was one,
//   and a register.
// Expected: 10 % faster than order: 3 (M+1) loads of 6 M + 3 fewer, but those met the cache in one
//   line
// Launch: blocks of 8 x 8 x `depth` along z, x, y; the document prints one shape, 8 x 8 x 4.
// Run: ladder --case=two-layer --stage=constant --block=8x8 --depth=8
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

const ladder_knob knobs[] = {BLOCK_KNOBS(8, 8, 8)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "order",
                .change = "the taps come with the kernel's arguments, from constant memory",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/23_constant.counts.cuh"
