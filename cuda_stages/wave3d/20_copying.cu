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

enum { knob_block, knob_depth };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : sources_(c.sources), block_(block_of(launch.knob[knob_block], launch.knob[knob_depth][0])),
        taps_z_(c.taps_z + c.half_length, c.half_length + 1),
        taps_x_(c.taps_x + c.half_length, c.half_length + 1),
        taps_y_(c.taps_y + c.half_length, c.half_length + 1), run_(c, Grid(c, true), block_),
        stored_(std::size_t(run_.grid.cells())) {
    must_allow(stencil, block_.x * block_.y * block_.z);
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      stencil<<<run_.blocks, block_>>>(step, taps_z_, taps_x_, taps_y_);
      record_inject_taper(step, run_, sources_, block_);
      run_.copy_out_by_driver(run_.before(), stored_.data());
    });
    run_.before_is_settled();  // by taper_both
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {int(block_.z)}}}; }

 private:
  const int sources_;
  const dim3 block_;
  const Table<float> taps_z_, taps_x_, taps_y_;  // on the device, [k] of the neighbours at k and -k
  Run run_;
  std::vector<float> stored_;  // the field on the host
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {8, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {8}, {1}, {64})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "as-printed",
                .change = "p(n+1) over p(n-1); (v dt)^2 and taps with the spacing are made once",
                .expectation = LADDER_EXPECTATION,
                CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/20_copying.counts.cuh"
