// graph: forward, backward and imaging are one graph; imaging runs along with the backward field.
// flags: -O3 -ftz=true
//
// Changes: all launches of a run, 2000 steps and 10 groups of image times, are captured once into
//   one graph. The imaging kernels are a branch of it: each waits for the step that completes its
//   image times and for the imaging kernel before it, and no step waits for imaging.
// Longer than a slide: the knobs of fused that measure what a case does not need go.
// Why: 2 to 4 us pass from launch to launch in a stream, and about 1 us from node to node of a
//   graph. A step of 400 x 400 points occupies the device for little more than a microsecond and
//   leaves its memory idle, which is what imaging needs.
// Expected: 2.5 us a step on an H100, 5 ms of kernels for the document's case, 1.6 times faster
//   than fused; imaging hides behind the steps
// Launch: as fused. A stretch that is not the whole run is launched step by step, with the same
//   kernels.
// Work per point: as fused.
// Run: ladder --case=imaging-document --stage=graph
#include "cuda_stages/imaging/fused_point.cuh"
#include "cuda_stages/imaging/register_image.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

template <int M>
__global__ void fused_step(Medium s, Injected in, int time, const float *now, const float *before,
                           float *next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (s.g.has(iz, ix)) step_point<M>(s, in, time, now, before, next, iz, ix);
}

enum { knob_step, knob_block, knob_times };

class Stage : public ShotStage</*KeepsBackward=*/true> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), step_(block_of(launch.knob[knob_step])),
        block_(block_of(launch.knob[knob_block])), times_(launch.knob[knob_times][0]) {
    capture(whole_run_, steps_stream_, [this] { launch_steps(2 * shot_.steps); });
    CHECK(cudaStreamSynchronize(steps_stream_));
    done_ = 0;
  }

  void advance(int count) {
    if (done_ == 0 && count == 2 * shot_.steps) {
      CHECK(cudaGraphLaunch(whole_run_.exec, steps_stream_));
      done_ = count;
    } else if (count > 0) {
      launch_steps(count);
    }
    CHECK(cudaStreamSynchronize(steps_stream_));
  }

  ladder_launch used() const {
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)},
             {static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {times_}}};
  }

 private:
  // Image times come in falling order: those that wait are the last `waiting` that were reached.
  void launch_steps(int count) {
    int waiting = 0, first = 0;
    CHECK(cudaEventRecord(reached_, steps_stream_));
    CHECK(cudaStreamWaitEvent(images_stream_, reached_));
    for (const int end = done_ + count; done_ < end; ++done_) {
      if (done_ < shot_.steps) {
        const int n = done_ + 1;
        launch(shot_.source(), n, shot_.forward(n - 1), shot_.forward(n - 2), shot_.forward(n));
        continue;
      }
      const int n = 2 * shot_.steps - done_;
      launch(shot_.receivers(), n, shot_.backward(n + 1), shot_.backward(n + 2), shot_.backward(n));
      if (!shot_.is_image_time(n)) continue;
      first = n / shot_.every - 1;
      if (++waiting < times_) continue;
      launch_images(first, waiting);
      waiting = 0;
    }
    if (waiting > 0) launch_images(first, waiting);
    CHECK(cudaEventRecord(imaged_, images_stream_));
    CHECK(cudaStreamWaitEvent(steps_stream_, imaged_));
  }

  // Behind the steps so far, and concurrent with those that follow.
  void launch_images(int first, int count) {
    CHECK(cudaEventRecord(reached_, steps_stream_));
    CHECK(cudaStreamWaitEvent(images_stream_, reached_));
    add_images(shot_.grid, shot_.products, times_of(shot_, first, count), block_, images_stream_);
  }

  void launch(const Injected &in, int time, const float *now, const float *before,
              float *next) const {
    const Grid &g = shot_.grid;
    const dim3 blocks(ceil_div(g.nz, step_.x), ceil_div(g.nx, step_.y));
    with_half_length(g.m, [&](auto m) {
      fused_step<m>
          <<<blocks, step_, 0, steps_stream_>>>(shot_.medium(), in, time, now, before, next);
    });
    CHECK(cudaGetLastError());
  }

  const dim3 step_, block_;
  const int times_;  // of a launch
  const Stream steps_stream_, images_stream_;
  const Event reached_, imaged_;
  GraphExec whole_run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(step, "threads a block of propagation, z by x", "fused_step", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(times, "image times of a launch", nullptr, 1, {10}, {1}, {1000})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "fused",
    .change =
        "forward, backward and imaging are one graph; imaging is a branch parallel to the steps",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
