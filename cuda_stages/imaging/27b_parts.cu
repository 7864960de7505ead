// parts: each gather is made and copied in parts.
// flags: -O3 -ftz=true
//
// Changes: a launch makes some of the tiles across the band, those of the largest offsets first.
//   The planes that they complete are copied while the next tiles run.
// Why: behind copies nothing while it makes the gather along x, 0.5 ms. In two parts half of that
//   is left. More parts leave less, but their launches have fewer blocks, and planes of 8 offsets
//   wait for their neighbours.
// Expected: 6.2 ms of the document's case on an H100 with two parts and with three, where behind
//   takes 6.4; 1.41 of the time without gathers. The bus alone takes 1.9 of these
// Launch: as behind; two parts.
// Work per point: as behind.
// Run: ladder --case=imaging-document --stage=parts --parts=2
#include <deque>

#include "cuda_stages/imaging/band_part.cuh"
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

enum { knob_step, knob_tiles, knob_steps, knob_parts };

class Stage {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : step_(block_of(launch.knob[knob_step])), steps_a_piece_(launch.knob[knob_steps][0]),
        parts_(launch.knob[knob_parts][0]), shot_(c, /*keeps_backward=*/true, /*page_locked=*/true),
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
    const Times times = count > 0 ? times_of(shot_, first, count) : Times{};
    int event = 0;
    if (count > 0) bands_.add_zero(times, p, stream_);
    copy_behind(event, p.image, image, 0, 1);
    copy_behind(event, p.illumination, illumination, 0, 1);
    make_and_copy(count > 0 ? bands_.x(times, p) : Along{}, p.offsets_x, p.gather_x, gather_x,
                  event);
    make_and_copy(count > 0 ? bands_.z(times, p, stream_) : Along{}, p.offsets_z, p.gather_z,
                  gather_z, event);
    CHECK(cudaStreamSynchronize(copies_));
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const {
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)},
             {bands_.tiles()},
             {steps_a_piece_},
             {parts_}}};
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

  // All tiles of a band, and its planes as soon as they are complete.
  void make_and_copy(const Along &s, int largest, const float *from, float *to, int &event) const {
    const int neighbours = neighbouring_tiles(largest), all = 2 * neighbours + 1;
    int begin = 0, left = 2 * largest + 1;  // planes from the last one on are copied first
    for (int part = 1; part <= parts_; ++part) {
      const int end = part == parts_ ? all : all * part / parts_;
      if (s.count > 0) bands_.add(s, begin, end, stream_);
      begin = end;
      // The tiles that are left reach offsets below side * (neighbours - end + 1).
      const int still =
          part == parts_ ? 0 : std::min(left, side * (neighbours - end + 1) + largest);
      if (still < left) copy_behind(event, from, to, still, left);
      left = still;
    }
  }

  // Planes [begin, end), when all that was launched so far has run.
  void copy_behind(int &event, const float *from, float *to, int begin, int end) const {
    const Event &made = made_[event++];
    CHECK(cudaEventRecord(made, stream_));
    CHECK(cudaStreamWaitEvent(copies_, made));
    const std::size_t cells = shot_.grid.cells();
    CHECK(cudaMemcpyAsync(to + cells * begin, from + cells * begin,
                          cells * (end - begin) * sizeof(float), cudaMemcpyDeviceToHost, copies_));
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
  const int steps_a_piece_, parts_;
  Shot shot_;
  const BandParts bands_;
  const bool made_on_the_way_;  // the pieces of a run
  const Stream stream_, copies_;
  const Event made_[2 * most_parts + 2];
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
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {50}, {1}, {10000}),
    LADDER_KNOB(parts, "parts of a gather", nullptr, 1, {2}, {1}, {most_parts})};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "behind",
                .change = "each gather is made and copied in parts",
                .expectation = LADDER_EXPECTATION,
                CUDA_KNOBS(knobs),
                LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
