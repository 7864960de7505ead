// fused: a step is one kernel, which injects on the way.
// flags: -O3 -ftz=true
//
// Changes: propagation and injection are one kernel. A thread finds in a bit for its cell whether
//   something goes into it. Its taps come straight from the first-level cache, so no tile is loaded
//   and nobody waits for one.
// Why: a launch costs 2 to 4 us, as long as the kernel itself, and a step had two of them. The bits
//   are 20 kB.
// Expected: 4 us a step of the document's case on an H100 instead of 8, 1.8 times faster than
//   registers: one launch a step, which then takes as long as its launch
// Launch: `step` threads a block of propagation and `block` of imaging, both z by x, one point
//   each. --spacings=1 and --borders=1 leave out what a case does not need: a sweep of both over
//   a case of one spacing without a sponge says what these two cost.
// Work per point: of a step 16 bytes if every value crosses once, two operations a tap and 7 more.
// Run: ladder --case=imaging-document --stage=fused --step=32x8
#include "cuda_stages/imaging/fused_point.cuh"
#include "cuda_stages/imaging/register_image.cuh"

namespace {

template <int M, bool one_spacing, bool absorbs>
__global__ void fused_step(Medium s, Injected in, int time, const float *now, const float *before,
                           float *next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (s.g.has(iz, ix)) step_point<M, one_spacing, absorbs>(s, in, time, now, before, next, iz, ix);
}

enum { knob_step, knob_block, knob_times, knob_spacings, knob_borders };

class Stage : public ShotStage</*KeepsBackward=*/true> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), step_(block_of(launch.knob[knob_step])),
        block_(block_of(launch.knob[knob_block])), times_(launch.knob[knob_times][0]),
        shares_(launch.knob[knob_spacings][0] == 1), saves_(launch.knob[knob_borders][0] == 1),
        one_spacing_(shares_ && c.dz == c.dx),
        absorbs_(!saves_ || absorbing(c.sponge_z, c.nz) || absorbing(c.sponge_x, c.nx)) {}

  // Image times come in falling order: those that wait are the last `waiting_` that were reached.
  void advance(int count) {
    waiting_ = 0;
    for (const int end = done_ + count; done_ < end; ++done_) {
      if (done_ < shot_.steps) {
        const int n = done_ + 1;
        launch(shot_.source(), n, shot_.forward(n - 1), shot_.forward(n - 2), shot_.forward(n));
        continue;
      }
      const int n = 2 * shot_.steps - done_;
      launch(shot_.receivers(), n, shot_.backward(n + 1), shot_.backward(n + 2), shot_.backward(n));
      if (!shot_.is_image_time(n)) continue;
      first_ = n / shot_.every - 1;
      if (++waiting_ == times_) add_waiting();
    }
    add_waiting();
    CHECK(cudaDeviceSynchronize());
  }

  ladder_launch used() const {
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)},
             {static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {times_},
             {shares_ ? 1 : 2},
             {saves_ ? 1 : 2}}};
  }

 private:
  static bool absorbing(const float *factors, int count) {
    return std::any_of(factors, factors + count, [](float factor) { return factor != 1; });
  }

  void launch(const Injected &in, int time, const float *now, const float *before,
              float *next) const {
    const Grid &g = shot_.grid;
    const dim3 blocks(ceil_div(g.nz, step_.x), ceil_div(g.nx, step_.y));
    with_half_length(g.m, [&](auto m) {
      const auto kernel = one_spacing_
                              ? absorbs_ ? fused_step<m, true, true> : fused_step<m, true, false>
                          : absorbs_ ? fused_step<m, false, true>
                                     : fused_step<m, false, false>;
      kernel<<<blocks, step_>>>(shot_.medium(), in, time, now, before, next);
    });
    CHECK(cudaGetLastError());
  }

  void add_waiting() {
    if (waiting_ > 0)
      add_images(shot_.grid, shot_.products, times_of(shot_, first_, waiting_), block_, nullptr);
    waiting_ = 0;
  }

  const dim3 step_, block_;
  const int times_;  // of a launch
  const bool shares_, saves_;
  const bool one_spacing_, absorbs_;
  int first_ = 0, waiting_ = 0;  // image times that are not in the products yet
};

const ladder_knob knobs[] = {
    LADDER_KNOB(step, "threads a block of propagation, z by x", "fused_step", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(times, "image times of a launch", nullptr, 1, {10}, {1}, {1000}),
    LADDER_KNOB(spacings, "1: axes of one spacing share their taps; 2: never", nullptr, 1, {0}, {1},
                {2}),
    LADDER_KNOB(borders, "1: no factors where no cell absorbs; 2: always", nullptr, 1, {0}, {1},
                {2})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "registers",
    .change = "a step is one kernel: injection on the way, taps from the first-level cache",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
