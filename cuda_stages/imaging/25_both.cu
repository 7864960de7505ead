// both: a launch does a step of the forward field and one of the backward field.
// flags: -O3 -ftz=true
//
// Changes: the two fields advance side by side, one along rising and one along falling times, in
//   the two layers of blocks of one launch; both are kept at all image times, and all products are
//   made when both are done.
// Longer than a slide: the order of the whole shot changes: one loop of launches instead of two.
// Why: the backward field is made of the data alone; only the product of the two needs both. Half
//   as many nodes follow each other, and a node of 400 x 400 points is bound by its latency, not by
//   its work. All image times are one sum, so a value of a gather is written once. Against it: both
//   fields of all image times are in memory, and nothing is imaged before the fields are done.
// Expected: 3 us a step of both fields on an H100, 3 ms for the document's case where graph takes
//   5, and 0.8 ms of imaging that no longer hides: 1.3 times faster than graph
// Launch: `step` threads a block of propagation, two layers of blocks; `block` threads of imaging.
//   Stretches that end on the way are launched step by step; where one field is ahead, the other
//   one catches up by itself.
// Run: ladder --case=imaging-document --stage=both
#include "cuda_stages/imaging/fused_point.cuh"
#include "cuda_stages/imaging/register_image.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

// A step of a field: from `now` and `before` to the field at `time`.
struct OneStep {
  Injected in;
  int time;
  const float *now, *before;
  float *next;
};

struct TwoSteps {
  OneStep of_layer[2];
};

template <int M>
__global__ void step_both(const __grid_constant__ Medium s,
                          const __grid_constant__ TwoSteps steps) {
  const OneStep &one = steps.of_layer[blockIdx.z];
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (s.g.has(iz, ix)) step_point<M>(s, one.in, one.time, one.now, one.before, one.next, iz, ix);
}

enum { knob_step, knob_block };

class Stage : public ShotStage</*KeepsBackward=*/true> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), step_(block_of(launch.knob[knob_step])),
        block_(block_of(launch.knob[knob_block])) {
    forget();
    capture(whole_run_, stream_, [this] { launch_to(2 * shot_.steps); });
    CHECK(cudaStreamSynchronize(stream_));
    forget();
  }

  void upload(const float *now, const float *before) {
    ShotStage::upload(now, before);
    forget();
  }

  void advance(int count) {
    if (done_ == 0 && count == 2 * shot_.steps) {
      CHECK(cudaGraphLaunch(whole_run_.exec, stream_));
      done_ = count;
    } else if (count > 0) {
      launch_to(done_ + count);
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const {
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)},
             {static_cast<int>(block_.x), static_cast<int>(block_.y)}}};
  }

 private:
  // So many of the run's steps: both fields as far as that asks, and the products of the image
  // times that are new.
  void launch_to(int done) {
    const int steps = shot_.steps;
    const int forward = std::min(done, steps), backward = std::max(0, done - steps);
    while (forward_ < forward || backward_ < backward) {
      const bool one = forward_ < forward, other = backward_ < backward;
      TwoSteps next{};
      int layers = 0;
      if (one) next.of_layer[layers++] = forward_step(++forward_);
      if (other) next.of_layer[layers++] = backward_step(steps - backward_++);
      launch(next, layers);
    }
    // The backward field reached the time steps - backward + 1.
    const int first = (steps - backward) / shot_.every;
    if (first < imaged_from_)
      add_images(shot_.grid, shot_.products, times_of(shot_, first, imaged_from_ - first), block_,
                 stream_);
    imaged_from_ = first;
    done_ = done;
  }

  OneStep forward_step(int n) const {
    return {shot_.source(), n, shot_.forward(n - 1), shot_.forward(n - 2), shot_.forward(n)};
  }
  OneStep backward_step(int n) const {
    return {shot_.receivers(), n, shot_.backward(n + 1), shot_.backward(n + 2), shot_.backward(n)};
  }

  void launch(const TwoSteps &next, int layers) const {
    const Grid &g = shot_.grid;
    const dim3 blocks(ceil_div(g.nz, step_.x), ceil_div(g.nx, step_.y), layers);
    with_half_length(
        g.m, [&](auto m) { step_both<m><<<blocks, step_, 0, stream_>>>(shot_.medium(), next); });
    CHECK(cudaGetLastError());
  }

  void forget() {
    done_ = forward_ = backward_ = 0;
    imaged_from_ = shot_.images;
  }

  const dim3 step_, block_;
  const Stream stream_;
  GraphExec whole_run_;
  int forward_ = 0, backward_ = 0;  // steps of either field
  int imaged_from_ = 0;             // the first image time that is in the products
};

const ladder_knob knobs[] = {LADDER_KNOB(step, "threads a block of propagation, z by x",
                                         "step_both", 2, {32, 8}, {1, 1}, {1024, 1024}),
                             LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2,
                                         {32, 8}, {1, 1}, {1024, 1024})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "graph",
    .change = "a launch does a step of both fields; all image times are one sum behind them",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
