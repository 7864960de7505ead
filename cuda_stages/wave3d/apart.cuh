// Source, sponge and receivers in kernels of their own, as the stages before `fused` have them, and
// the host's side of these stages. No idea of a stage.
#pragma once
#include "cuda_stages/wave3d/run.cuh"

namespace {

__global__ void inject(Step s, int sources) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sources) return;
  const Source &source = s.sources.source[i];
  s.before[s.g.at(source.z, source.x, source.y)] += s.pulse(source, s.n);
}

// Both fields: `before` is p(n+1) by now.
__global__ void taper_both(Step s, float *now) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= s.g.nz || ix >= s.g.nx || iy >= s.g.ny) return;
  const float t = s.taper(iz, ix, iy);
  if (t == 1.0f) return;
  const std::int64_t at = s.g.at(iz, ix, iy);
  s.before[at] *= t;
  now[at] *= t;
}

// What follows the kernel that made p(n+1) with such blocks. p(n) is recorded before it is tapered
// again.
inline void record_inject_taper(const Step &s, Run &run, int sources, dim3 block) {
  float *const now = run.field(run.now());
  if (s.receivers) record_sample<<<ceil_div(s.receivers, 256), 256>>>(s, now, s.n);
  if (sources) inject<<<ceil_div(sources, 64), 64>>>(s, sources);
  taper_both<<<run.blocks, block>>>(s, now);
}

enum { knob_block, knob_depth };

// Unless they are given.
#define BLOCK_KNOBS(z, x, its_depth)                                                       \
  LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {z, x}, {1, 1}, {1024, 1024}), \
      LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {its_depth}, {1}, {64})

class ApartStage {
 public:
  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {int(block_.z)}}}; }

 protected:
  ApartStage(const ladder_wave &c, const ladder_launch &launch, int fields = 2)
      : sources_(c.sources), block_(block_of(launch.knob[knob_block], launch.knob[knob_depth][0])),
        run_(c, Grid(c, true), block_, dim3(0, 0, 0), fields) {}

  int threads() const { return block_.x * block_.y * block_.z; }
  // stencil(step) launches the kernel that makes p(n+1); finish() is called behind all kernels of a
  // step.
  template <typename Stencil, typename Finish>
  void advance(int count, Stencil stencil, Finish finish) {
    run_.advance(count, [&](const Step &step) {
      stencil(step);
      record_inject_taper(step, run_, sources_, block_);
      finish();
    });
    run_.before_is_settled();  // by taper_both
  }
  template <typename Stencil>
  void advance(int count, Stencil stencil) {
    advance(count, stencil, [] {});
  }

  const int sources_;
  const dim3 block_;
  Run run_;
};

// On the device, [k] of the neighbours at k and -k.
struct TapTables {
  explicit TapTables(const ladder_wave &c)
      : z(c.taps_z + c.half_length, c.half_length + 1),
        x(c.taps_x + c.half_length, c.half_length + 1),
        y(c.taps_y + c.half_length, c.half_length + 1) {}
  const Table<float> z, x, y;
};

}  // namespace
