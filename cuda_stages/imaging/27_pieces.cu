// pieces: less waiting at both ends of a run: many graphs instead of one, and page-locked arrays.
// flags: -O3 -ftz=true
//
// Changes: the capture is cut after every `steps` steps. Each piece is a graph; all are launched one after the other.
//   The run's arrays are page-locked, so fields and products are copied straight between them and the device.
// Why: a graph begins when all of it has been handed over: for 1000 nodes the device waits for a millisecond. Of
//   pieces, the launch of the next hides behind the work of the one before. And products of 105 MB cross the bus
//   in 2 ms, but threads that unpack them into pageable memory took 4 ms more, longer than all propagation.
// Equation: p(n+1) = S (2 p(n) - S p(n-1) + (v dt)^2 L p(n) + f), order 2 M in space; imaging as banded.
// Layout: z fastest; fields have a frame of zeros, products none: h is slowest.
// Launch: as banded; a piece of 50 steps of both fields.
// Work per point: as banded.
// Run: ladder --case=imaging-document --stage=pieces --steps=50
#include <deque>

#include "cuda_stages/imaging/band.cuh"
#include "cuda_stages/imaging/both_step.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

constexpr int side = 8;  // of a tile in registers
constexpr int most_tiles = 16;

// Tiles on either side of the diagonal that hold an offset that is wanted.
__host__ __device__ inline int tiles_beside(int largest) { return (largest + side - 1) / side; }

// blockIdx.y: tile of rows, of even and then of odd ones; blockIdx.z and threadIdx.y: tile of columns.
__global__ __launch_bounds__(32 * most_tiles) void band_product(const __grid_constant__ Along s) {
  const int lane = blockIdx.x * 32 + threadIdx.x;
  const int r = blockIdx.y % 2, i0 = blockIdx.y / 2 * side;
  const int beside = tiles_beside(s.largest);
  const int distance = static_cast<int>(blockIdx.z * blockDim.y + threadIdx.y) - beside;
  const int j0 = i0 + distance * side;
  if (lane >= s.lanes || distance > beside || j0 < 0 || 2 * j0 + r >= s.places) return;

  // Places beyond the grid read its last one; what they would give is not stored.
  int row[side], column[side];
#pragma unroll
  for (int k = 0; k < side; ++k) {
    row[k] = lane + s.stride * min(2 * (i0 + k) + r, s.places - 1);
    column[k] = lane + s.stride * min(2 * (j0 + k) + r, s.places - 1);
  }
  float sum[side][side] = {};
  const float *forward = s.forward, *backward = s.backward;
  for (int t = 0; t < s.count; ++t, forward += s.apart, backward += s.apart) {
    float f[side], b[side];
#pragma unroll
    for (int k = 0; k < side; ++k) {
      f[k] = forward[row[k]];
      b[k] = backward[column[k]];
    }
#pragma unroll
    for (int i = 0; i < side; ++i)
#pragma unroll
      for (int j = 0; j < side; ++j) sum[i][j] = fmaf(f[i], b[j], sum[i][j]);
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
#pragma unroll
    for (int j = 0; j < side; ++j) {
      const int h = i0 + i - j0 - j, place = i0 + i + j0 + j + r;
      if (abs(h) <= s.largest && 2 * (i0 + i) + r < s.places && 2 * (j0 + j) + r < s.places)
        s.gather[lane * s.lane_apart + place * s.place_apart + (h + s.largest) * s.plane] +=
            sum[i][j];
    }
}

// A capture that is cut into graphs.
class Pieces {
 public:
  template <typename Record>
  void record(cudaStream_t stream, Record record) {
    stream_ = stream;
    begin();
    record();
    end();
    CHECK(cudaStreamSynchronize(stream_));
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
  void begin() { CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal)); }
  void end() {
    cudaGraph_t captured = nullptr;
    CHECK(cudaStreamEndCapture(stream_, &captured));
    const cudaError_t code = cudaGraphInstantiate(&pieces_.emplace_back().exec, captured, 0);
    (void)cudaGraphDestroy(captured);
    CHECK(code);
    CHECK(cudaGraphUpload(pieces_.back().exec, stream_));
  }

  cudaStream_t stream_ = nullptr;
  std::deque<GraphExec> pieces_;
};

class Stage {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : step_(launch.knob[0][0], launch.knob[0][1]), tiles_(launch.knob[1][0]),
        steps_a_piece_(launch.knob[2][0]), shot_(c, /*keeps_backward=*/true, /*page_locked=*/true),
        transposed_(shot_) {
    forget();
    recording_ = true;
    whole_run_.record(stream_, [this] { launch_to(2 * shot_.steps); });
    recording_ = false;
    forget();
  }

  void upload(const float *now, const float *before) {
    shot_.upload(now, before);
    forget();
  }

  void advance(int count) {
    if (done_ == 0 && count == 2 * shot_.steps) {
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
    return {{{static_cast<int>(step_.x), static_cast<int>(step_.y)}, {tiles_}, {steps_a_piece_}}};
  }

 private:
  // So many of the run's steps: both fields as far as that asks, and the products of the image times that are new.
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
    if (first < imaged_from_) launch_products(first, imaged_from_ - first);
    imaged_from_ = first;
    done_ = done;
  }

  void launch_products(int first, int count) const {
    const Grid &g = shot_.grid;
    const Products &to = shot_.products;
    const Times times = times_of(shot_, first, count);
    const dim3 block(32, 8);
    image_zero<<<dim3(ceil_div(g.nz, 32), ceil_div(g.nx, 8)), block, 0, stream_>>>(g, to, times);
    launch_band(along_x(g, to, times));
    transposed_.update(shot_, first, count, stream_);
    launch_band(transposed_.along(shot_, first, count));
    CHECK(cudaGetLastError());
  }

  void launch_band(const Along &s) const {
    const int rows = ceil_div(ceil_div(s.places, 2), side),
              columns = 2 * tiles_beside(s.largest) + 1;
    const dim3 blocks(ceil_div(s.lanes, 32), 2 * rows, ceil_div(columns, tiles_));
    band_product<<<blocks, dim3(32, tiles_), 0, stream_>>>(s);
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
  const int tiles_;  // of a block
  const int steps_a_piece_;
  Shot shot_;
  const Transposed transposed_;
  const Stream stream_;
  Pieces whole_run_;
  bool recording_ = false;
  int done_ = 0;                    // of the 2 * steps
  int forward_ = 0, backward_ = 0;  // steps of either field
  int imaged_from_ = 0;             // the first image time that is in the products
};

const ladder_knob knobs[] = {
    {"step",
     "threads a block of propagation, z by x",
     "step_both",
     2,
     {32, 8},
     {1, 1},
     {1024, 1024}},
    {"tiles", "tiles of a block, a warp each", nullptr, 1, {4}, {1}, {most_tiles}},
    {"steps", "steps of a graph", nullptr, 1, {50}, {1}, {10000}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "imaging",
    .name = LADDER_STAGE_NAME,
    .parent = "banded",
    .change = "many graphs of 50 steps instead of one; the run's arrays are page-locked",
    .expectation =
        "7 ms of the document's case on an H100 where banded takes 10.8: 4.7 ms of kernels, 2 ms "
        "of "
        "copies and 0.3 ms of launches; 4 ms without gathers",
    .device = LADDER_ON_CUDA,
    .knobs = 3,
    .knob = knobs,
    LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
