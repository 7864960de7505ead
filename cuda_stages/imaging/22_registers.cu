// registers: several image times are summed in registers before the gathers are touched.
// flags: -O3 -ftz=true
//
// Changes: the backward field is kept at image times, as the forward one is. When `times` of them
//   are there, one launch adds all of their products (register_image.cuh): a value of a gather is
//   read and written once for all.
// Longer than a slide: shared's imaging kernel goes; the new one is in register_image.cuh, since
//   later stages launch it too.
// Why: an image time alone moves 8 bytes of gathers for one multiply-add. With T times it is 8
//   bytes for T of them: the traffic of the gathers falls by T, and what is left are reads of the
//   fields, which caches serve. Shared memory is given up: a tile of T times does not fit.
// Expected: imaging 6 times faster than naive's, 1.5 ms of the document's case on an H100: the
//   gathers' traffic falls to a tenth, 0.9 ms, and two loads a multiply-add take 0.6 ms
// Launch: propagation 16 x 16 threads; imaging `block`, z by x, one point and up to 27 offsets
//   each. Not shared's --block=16x16: nothing is shared any more, and rows of 32 along z are whole
//   lines of a cache.
// Work per point: of an image time 8 / T bytes of the gathers and 2 operations for each offset,
//   which reads two values from the first-level cache.
// Run: ladder --case=imaging-document --stage=registers --times=10
#include "cuda_stages/imaging/document_step.cuh"
#include "cuda_stages/imaging/register_image.cuh"

namespace {

enum { knob_block, knob_times };

class Stage : public ShotStage</*KeepsBackward=*/true> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), block_(block_of(launch.knob[knob_block])),
        times_(launch.knob[knob_times][0]) {}

  // Image times come in falling order: those that wait are the last `waiting_` that were reached.
  void advance(int count) {
    waiting_ = 0;
    for (const int end = done_ + count; done_ < end; ++done_) {
      if (done_ < shot_.steps) {
        document_forward(shot_, done_ + 1);
        continue;
      }
      const int n = 2 * shot_.steps - done_;
      document_backward(shot_, n);
      if (!shot_.is_image_time(n)) continue;
      first_ = n / shot_.every - 1;
      if (++waiting_ == times_) add_waiting();
    }
    add_waiting();
    CHECK(cudaDeviceSynchronize());
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {times_}}};
  }

 private:
  void add_waiting() {
    if (waiting_ > 0)
      add_images(shot_.grid, shot_.products, times_of(shot_, first_, waiting_), block_, nullptr);
    waiting_ = 0;
  }

  const dim3 block_;
  const int times_;              // of a launch
  int first_ = 0, waiting_ = 0;  // image times that are not in the products yet
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(times, "image times of a launch", nullptr, 1, {10}, {1}, {1000})};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME, .parent = "shared",
                .change = "ten image times are summed in registers before the gathers are touched",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
