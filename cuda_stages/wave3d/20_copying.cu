// copying: what does not change is computed once; the field comes back to the host every step.
// flags: -O3 -ftz=true
//
// Changes: p(n+1) replaces p(n-1), (v dt)^2 is an array, the taps hold the spacing, and a tap is
//   multiplied with the sum of both cells that it has.
// Why: no division, half of the multiplications, an array less. Arrays cross memory as often as
//   before, 16 bytes a point, and 4 bytes a point cross the bus, at 12 GB/s from memory that is not
//   page-locked, which takes most of the time.
// Expected: 45 ms a step of 512^3 cells on an H100: 537 MB at 12 GB/s; 60 times slower than memory
//   allows
// Launch: blocks of 8 x 8 x `depth` along z, x, y; the document prints one shape, 8 x 8 x 4.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. The sponge reads and writes both fields once more where it
//   is not 1.
// Run: ladder --case=two-layer --stage=copying --block=8x8 --depth=8
#include <vector>

#include "cuda_stages/wave3d/apart.cuh"

namespace {

__global__ void stencil(Step s, const float *taps_z, const float *taps_x, const float *taps_y) {
  const Grid &g = s.g;
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz || ix >= g.nx || iy >= g.ny) return;
  const std::int64_t at = g.at(iz, ix, iy);
  const float *const p = s.now + at;
  float lap = taps_z[0] * p[0] + taps_x[0] * p[0] + taps_y[0] * p[0];
  for (int k = 1; k <= g.m; ++k) {
    lap += taps_z[k] * (p[k] + p[-k]);
    lap += taps_x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
    lap += taps_y[k] * (p[k * g.plane] + p[-k * g.plane]);
  }
  s.before[at] = stepped(p[0], s.before[at], 1.0f, s.v2dt2[at], lap);
}

class Stage : public ApartStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : ApartStage(c, launch), taps_(c), stored_(std::size_t(run_.grid.cells())) {
    must_allow(stencil, threads());
  }

  void advance(int count) {
    ApartStage::advance(
        count,
        [&](const Step &step) {
          stencil<<<run_.blocks, block_>>>(step, taps_.z, taps_.x, taps_.y);
        },
        [&] { run_.copy_out_by_driver(run_.before(), stored_.data()); });
  }

 private:
  const TapTables taps_;
  std::vector<float> stored_;  // the field on the host
};

const ladder_knob knobs[] = {BLOCK_KNOBS(8, 8, 8)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "as-printed",
                .change = "p(n+1) over p(n-1); (v dt)^2 and taps with the spacing are made once",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/20_copying.counts.cuh"
