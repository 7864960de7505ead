// pieces: less waiting at both ends of a run: many graphs instead of one, and page-locked arrays.
// flags: -O3 -ftz=true
//
// Changes: the capture is cut after every `steps` steps. Each piece is a graph; all are launched
//   one after the other. The run's arrays are page-locked, so fields and products are copied
//   straight between them and the device.
// Longer than a slide: a capture that is cut needs to know where each piece begins.
// Why: a graph begins when all of it has been handed over: for 1000 nodes the device waits for a
//   millisecond. Of pieces, the launch of the next hides behind the work of the one before. And
//   products of 105 MB cross the bus in 2 ms, but threads that unpack them into pageable memory
//   took 4 ms more, longer than all propagation. On a large grid a piece is made while the one
//   before runs: the nodes of a step take 5 us, less than the step.
// Expected: 7 ms of the document's case on an H100 where banded takes 10.8: 4.7 ms of kernels, 2 ms
//   of copies and 0.3 ms of launches; 4 ms without gathers
// Launch: as banded; a piece of 50 steps of both fields.
// Work per point: as banded.
// Run: ladder --case=imaging-document --stage=pieces --steps=50
#include <deque>

#include "cuda_stages/imaging/band_product.cuh"
#include "cuda_stages/imaging/both_step.cuh"
#include "cuda_stages/shared/graphs.cuh"

namespace {

// A capture that is cut into graphs.
class Pieces {
 public:
  // To be launched later.
  template <typename Record>
  void record(cudaStream_t stream, Record record) {
    take(stream, false, record);
  }
  // Each piece is launched when it is made.
  template <typename Record>
  void run(cudaStream_t stream, Record record) {
    take(stream, true, record);
    pieces_.clear();
  }
  // What is launched from here on belongs to the next graph.
  void cut() {
    end();
    begin();
  }
  void launch() const {
    for (const GraphExec &piece : pieces_) CHECK(cudaGraphLaunch(piece.exec, stream_));
  }

 private:
  template <typename Record>
  void take(cudaStream_t stream, bool runs, Record record) {
    stream_ = stream;
    runs_ = runs;
    begin();
    record();
    end();
    CHECK(cudaStreamSynchronize(stream_));
  }
  void begin() { CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal)); }
  void end() {
    cudaGraph_t captured = nullptr;
    CHECK(cudaStreamEndCapture(stream_, &captured));
    const cudaError_t code = cudaGraphInstantiate(&pieces_.emplace_back().exec, captured, 0);
    (void)cudaGraphDestroy(captured);
    CHECK(code);
    CHECK(runs_ ? cudaGraphLaunch(pieces_.back().exec, stream_)
                : cudaGraphUpload(pieces_.back().exec, stream_));
  }

  cudaStream_t stream_ = nullptr;
  bool runs_ = false;
  std::deque<GraphExec> pieces_;
};

// Whether a step takes longer than to make its nodes.
inline bool is_large(const ladder_imaging &c) { return std::int64_t{1} * c.nz * c.nx > (1 << 18); }

enum { knob_step, knob_tiles, knob_steps };

class Stage {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : step_(block_of(launch.knob[knob_step])), steps_a_piece_(launch.knob[knob_steps][0]),
        shot_(c, /*keeps_backward=*/true, /*page_locked=*/true),
        bands_(shot_.grid, launch.knob[knob_tiles][0], shot_.images),
        made_on_the_way_(is_large(c)) {
    forget();
    if (made_on_the_way_) return;
    record([&](auto all) { whole_run_.record(stream_, all); });
    forget();
  }

  void upload(const float *now, const float *before) {
    shot_.upload(now, before);
    forget();
  }

  void advance(int count) {
    if (done_ == 0 && count == 2 * shot_.steps) {
      if (made_on_the_way_)
        record([&](auto all) { whole_run_.run(stream_, all); });
      else
        whole_run_.launch();
      done_ = count;
    } else if (count > 0) {
      launch_to(done_ + count);
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    shot_.download(image, gather_x, gather_z, illumination);
  }

  ladder_launch used() const {
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)},
             {bands_.tiles()},
             {steps_a_piece_}}};
  }

  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &) {
    return memory_of_bands(c);
  }

 private:
  // take(all) captures what all() launches.
  template <typename Take>
  void record(Take take) {
    recording_ = true;
    take([this] { launch_to(2 * shot_.steps); });
    recording_ = false;
  }

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
      if (recording_ && forward_ % steps_a_piece_ == 0) whole_run_.cut();
    }
    // The backward field reached the time steps - backward + 1.
    const int first = (steps - backward) / shot_.every;
    if (first < imaged_from_)
      bands_.add(times_of(shot_, first, imaged_from_ - first), shot_.products, stream_);
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

  const dim3 step_;
  const int steps_a_piece_;
  Shot shot_;
  const BandProducts bands_;
  const bool made_on_the_way_;  // the pieces of a run
  const Stream stream_;
  Pieces whole_run_;
  bool recording_ = false;
  int done_ = 0;                    // of the 2 * steps
  int forward_ = 0, backward_ = 0;  // steps of either field
  int imaged_from_ = 0;             // the first image time that is in the products
};

const ladder_knob knobs[] = {
    LADDER_KNOB(step, "threads a block of propagation, z by x", "step_both", 2, {32, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(tiles, "tiles of a block, a warp each", nullptr, 1, {4}, {1}, {most_tiles}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {50}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME,
    .parent = "banded",
    .change = "many graphs of 50 steps instead of one; the run's arrays are page-locked",
    .expectation = LADDER_EXPECTATION,
    CUDA_KNOBS(knobs),
    LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
