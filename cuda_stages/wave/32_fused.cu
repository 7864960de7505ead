// fused: one kernel a step.
// flags: -O3 -ftz=true
//
// Changes: the operator, the time step, injection, taper and recording are one kernel; half-length
//   and taps are known when it is compiled or launched. A thread has one cell of z by x, and of a
//   volume every plane of the block.
// Longer than a slide: six kernels go and one takes their place.
// Why: a launch costs 3.7 us and a step had six. Between them lap and the fields crossed the
//   second-level cache five times.
// Expected: 4 us a step on an H100, 8 ms a run, 5 times faster than resident: the time of a launch,
//   under which the kernel's own 2 us vanish
// Launch: `block` is z by x; a warp along z reads without gaps. Not resident's --block=16x16, which
//   is that of a kernel in shared memory.
// Run: ladder --stage=fused --block=32x8
#include "cuda_stages/wave/stepped_run.cuh"

namespace {

template <int M>
__global__ void fused_step(Step s, int n) {
  const Padded &g = s.g;
  s.record_sample(n);
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = s.group(iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    const float *p = s.now + at;
    const float t = s.taper(iz, ix, iy);
    const float before = s.before[at], v2dt2 = s.v2dt2[at];
    // Apart: a rounded sum of the three taps would err alike in every cell at every step.
    float lap = s.taps.z[0] * p[0];
    lap += s.taps.x[0] * p[0];
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.z[k] * (p[k] + p[-k]);
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.x[k] * (p[k * g.pz] + p[-k * g.pz]);
    if (g.ny > 1) {
      const int plane = g.pz * g.px;
      lap += s.taps.y[0] * p[0];
#pragma unroll
      for (int k = 1; k <= M; ++k) lap += s.taps.y[k] * (p[k * plane] + p[-k * plane]);
    }
    float next = 2.0f * p[0] - s.settled(t, before) + v2dt2 * lap;
    for (int i = first_source; i < end; ++i)
      if (s.sources.place[i] == at) next += s.pulse(i, n);
    s.before[at] = t * next;
  }
}

enum { knob_block };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block])), run_(c, aligned(c), block_) {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }

  void advance(int count) {
    run_.must_have_left(count);
    with_half_length(run_.grid.m, [&](auto m) {
      for (int i = 0; i < count; ++i) {
        fused_step<m><<<run_.blocks, block_>>>(run_.next_step(), run_.step);
        CHECK(cudaGetLastError());
        run_.take_steps(1);
      }
    });
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}}};
  }

 private:
  const dim3 block_;
  SteppedRun run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "fused_step", 2, {32, 8}, {1, 1}, {1024, 1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "resident",
                .change = "one kernel a step: operator, time step, source, taper, receivers",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave/32_fused.counts.cuh"
