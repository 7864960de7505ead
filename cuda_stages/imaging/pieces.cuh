// A run of both fields in graphs of some steps each, for pieces and what follows it: a capture that
// is cut, and the host's side of such a stage. No maths here.
#pragma once
#include <deque>

#include "cuda_stages/imaging/both_step.cuh"
#include "cuda_stages/shared/streams.cuh"

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

// `With`: the products of image times are added with the steps that reach them; else the stage that
// derives from this adds them.
template <typename Bands, bool With>
class PiecedRun {
 public:
  PiecedRun(const ladder_imaging &c, const ladder_launch &launch)
      : shot_(c, /*keeps_backward=*/true, /*page_locked=*/true),
        bands_(shot_.grid, launch.knob[knob_tiles][0], shot_.images),
        step_(block_of(launch.knob[knob_step])), steps_a_piece_(launch.knob[knob_steps][0]),
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

 protected:
  // Image times from this one on have both fields: the backward one reached steps - backward + 1.
  int first_image() const { return (2 * shot_.steps - std::max(done_, shot_.steps)) / shot_.every; }

  Shot shot_;
  const Bands bands_;
  const Stream stream_;
  int imaged_from_ = 0;  // the first image time that is in the products

 private:
  // take(all) captures what all() launches.
  template <typename Take>
  void record(Take take) {
    recording_ = true;
    take([this] { launch_to(2 * shot_.steps); });
    recording_ = false;
  }

  // So many of the run's steps: both fields as far as that asks.
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
      if (recording_ && forward_ % steps_a_piece_ == 0) whole_run_.cut();
    }
    done_ = done;
    if constexpr (With) {
      const int first = first_image();
      if (first < imaged_from_)
        bands_.add(times_of(shot_, first, imaged_from_ - first), shot_.products, stream_);
      imaged_from_ = first;
    }
  }

  void forget() {
    done_ = forward_ = backward_ = 0;
    imaged_from_ = shot_.images;
  }

  const dim3 step_;
  const int steps_a_piece_;
  const bool made_on_the_way_;  // the pieces of a run
  Pieces whole_run_;
  bool recording_ = false;
  int done_ = 0;                    // of the 2 * steps
  int forward_ = 0, backward_ = 0;  // steps of either field
};

#define KNOBS_OF_PIECES                                                                        \
  LADDER_KNOB(step, "threads a block of propagation, z by x", "step_both", 2, {32, 8}, {1, 1}, \
              {1024, 1024}),                                                                   \
      LADDER_KNOB(tiles, "tiles of a block, a warp each", nullptr, 1, {4}, {1}, {most_tiles}), \
      LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {50}, {1}, {10000})

}  // namespace
