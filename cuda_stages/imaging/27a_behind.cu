// behind: a gather is copied to the host while the other one is made.
// flags: -O3 -ftz=true
//
// Changes: the products of a whole run are made when they are fetched: image, illumination and the
//   gather along x first. While these are copied, the gather along z is made, and copied last.
// Why: pieces makes both gathers, 1.1 ms, and then copies them, 1.9 ms. The copy engine is free
//   while the gathers are made, and the copy of one takes twice as long as the other's making.
// Expected: 6.4 ms of the document's case on an H100 where pieces takes 7.0: the gather along z and
//   its transposed fields, 0.6 ms, hide. So 1.46 of the time without gathers, which is the same
// Launch: as pieces.
// Work per point: as pieces.
// Run: ladder --case=imaging-document --stage=behind
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

// The products of image times, in two parts: one is copied while the other is made.
class TwoGathers {
 public:
  TwoGathers(const Grid &g, int tiles, int most) : grid_(g), tiles_(tiles), transposed_(g, most) {}

  void add_first(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 block(32, 8), blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 8));
    image_zero<<<blocks, block, 0, stream>>>(grid_, to, times);
    launch(along_x(grid_, to, times), stream);
  }
  void add_second(const Times &times, const Products &to, cudaStream_t stream) const {
    launch(transposed_.update(times, to, stream), stream);
  }
  int tiles() const { return tiles_; }

 private:
  void launch(const Along &s, cudaStream_t stream) const {
    const int rows = ceil_div(ceil_div(s.places, 2), side),
              columns = 2 * neighbouring_tiles(s.largest) + 1;
    const dim3 blocks(ceil_div(s.lanes, 32), 2 * rows, ceil_div(columns, tiles_));
    band_product<<<blocks, dim3(32, tiles_), 0, stream>>>(s);
    CHECK(cudaGetLastError());
  }

  const Grid grid_;
  const int tiles_;
  const Transposed transposed_;
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
    const Products &p = shot_.products;
    const int first = first_image(), count = imaged_from_ - first;
    imaged_from_ = first;
    if (count > 0) bands_.add_first(times_of(shot_, first, count), p, stream_);
    CHECK(cudaEventRecord(first_made_, stream_));
    CHECK(cudaStreamWaitEvent(copies_, first_made_));
    if (count > 0) bands_.add_second(times_of(shot_, first, count), p, stream_);
    copy(p.image, image, 1, copies_);
    copy(p.illumination, illumination, 1, copies_);
    copy(p.gather_x, gather_x, 2 * p.offsets_x + 1, copies_);
    copy(p.gather_z, gather_z, 2 * p.offsets_z + 1, stream_);
    CHECK(cudaStreamSynchronize(copies_));
    CHECK(cudaStreamSynchronize(stream_));
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

  // So many of the run's steps: both fields as far as that asks.
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
    done_ = done;
  }

  // Image times from this one on have both fields: the backward one reached steps - backward + 1.
  int first_image() const { return (2 * shot_.steps - std::max(done_, shot_.steps)) / shot_.every; }

  void copy(const float *from, float *to, int planes, cudaStream_t stream) const {
    const std::size_t bytes = std::size_t{1} * planes * shot_.grid.cells() * sizeof(float);
    CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
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
  const TwoGathers bands_;
  const bool made_on_the_way_;  // the pieces of a run
  const Stream stream_, copies_;
  const Event first_made_;
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

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "pieces",
                .change = "one gather is copied to the host while the other is made",
                .expectation = LADDER_EXPECTATION,
                CUDA_KNOBS(knobs),
                LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
