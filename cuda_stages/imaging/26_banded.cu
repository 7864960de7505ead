// banded: the gathers are bands of matrix products over time, made of 8 x 8 tiles in registers.
// flags: -O3 -ftz=true
//
// Changes: both cells of a product are named instead of the point between them. With a = x + h and
//   c = x - h, I(x, h) = sum over t of F(a, t) B(c, t): for each z a matrix product over time, of
//   which the band |a - c| <= 2 H is wanted. a and c are both even or both odd, so there are two
//   such products, of rows a = 2 i + r and columns c = 2 j + r; h = i - j and x = i + j + r, and
//   every value of the band is one of a gather. A thread has 8 x 8 values of it and reads 8 + 8 of
//   the fields for them at each time.
// Why: registers reads two values for each multiply-add, and the first-level cache gives one for
//   every multiply-add that the multiprocessor can do. Here it is a quarter of a value, so
//   arithmetic is the bound: 2.6e9 multiply-adds, 0.09 ms. Along z the same on copies of the
//   snapshots with x fastest, so that neighbouring threads read neighbouring values; they write far
//   apart, but once only.
// Expected: 0.4 ms of imaging for the document's case on an H100, half of what both takes: 0.1 ms
//   of arithmetic, as much again until values come from the second-level cache, and 0.15 ms to
//   write gathers once
// Launch: propagation as both. A warp has 32 points across the axis of the offsets, and its block
//   `tiles` adjacent tiles in the band.
// Work per point: of an image time 2 operations for each offset, and 1 byte of the fields from a
//   cache.
// Run: ladder --case=imaging-document --stage=banded --tiles=4
#include "cuda_stages/imaging/both_step.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

enum { knob_step, knob_tiles };

class Stage : public ShotStage</*KeepsBackward=*/true> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), step_(block_of(launch.knob[knob_step])),
        bands_(shot_.grid, launch.knob[knob_tiles][0], shot_.images) {
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
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)}, {bands_.tiles()}}};
  }

  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &) {
    return memory_of_bands(c);
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
      if (one) next.of_layer[layers++] = forward_step(shot_, ++forward_);
      if (other) next.of_layer[layers++] = backward_step(shot_, steps - backward_++);
      launch(shot_, next, layers, step_, stream_);
    }
    // The backward field reached the time steps - backward + 1.
    const int first = (steps - backward) / shot_.every;
    if (first < imaged_from_)
      bands_.add(times_of(shot_, first, imaged_from_ - first), shot_.products, stream_);
    imaged_from_ = first;
    done_ = done;
  }

  void forget() {
    done_ = forward_ = backward_ = 0;
    imaged_from_ = shot_.images;
  }

  const dim3 step_;
  const BandProducts bands_;
  const Stream stream_;
  GraphExec whole_run_;
  int forward_ = 0, backward_ = 0;  // steps of either field
  int imaged_from_ = 0;             // the first image time that is in the products
};

const ladder_knob knobs[] = {
    LADDER_KNOB(step, "threads a block of propagation, z by x", "step_both", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(tiles, "tiles of a block, a warp each", nullptr, 1, {4}, {1}, {most_tiles})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "both",
    .change = "gathers as bands of matrix products over time, 8 x 8 values a thread in registers",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
