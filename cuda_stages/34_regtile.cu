// regtile: a thread makes several cells, and reads them four at a time.
// flags: -O3 -ftz=true
//
// Changes: a thread of graph has one cell and reads 2M+1 values an axis for it. Here it has 4 rows by
//   `columns` columns in registers, and every access is a vector of 16 bytes (register_tile.cuh).
// Why: of the values that a cell needs its neighbours need most too. 4 x 4 cells read 9 values each
//   instead of 33, so the first-level cache, which graph asks for 132 bytes a cell, has a quarter to do.
//   Against it: a sixteenth of the threads, 3.6 warps a multiprocessor, are few to hide latencies with.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis. Its second taper comes one step late, as in fused.
// Layout: z fastest; the fields are padded alike, columns begin at 16 bytes; frames stay zero.
// Launch: `block` counts threads, z by x; a graph of 100 steps.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 beside them.
// Run: ladder --stage=regtile --block=16x4 --columns=4
#include "cuda_stages/quad_step.cuh"
#include "cuda_stages/steps_graph.cuh"

namespace {

template <int M, int C>
__global__ void regtile_step(Step s, const int *first, int i) {
  const Padded &g = s.g;
  const int n = *first + i;
  s.record_sample(n);
  const int iz = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int ix = C * (blockIdx.y * blockDim.y + threadIdx.y);
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = s.group(iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    float lap[C][4], centre[C][4];
    laplacian_of_tile<M, C>(s.now + at, g.pz, s.taps.z, s.taps.x, lap, centre);
    if (g.ny > 1) {
#pragma unroll
      for (int k = -M; k <= M; ++k)
#pragma unroll
        for (int c = 0; c < C; ++c) {
          float q[4];
          load4(s.now + at + c * g.pz + k * g.pz * g.px, q);
#pragma unroll
          for (int j = 0; j < 4; ++j) lap[c][j] += s.taps.y[k < 0 ? -k : k] * q[j];
        }
    }
    step_quads<C>(s, n, iz, ix, iy, at, first_source, end, lap, centre);
  }
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : columns_(columns_of(launch)), block_(launch.knob[0][0], launch.knob[0][1]),
        run_(c, aligned(c, columns_), dim3(4 * block_.x, columns_ * block_.y)),
        graph_(launch.knob[2][0]) {
    must_allow(kernel(), block_);
    graph_.capture(run_, *this);
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    graph_.set_first_step(step);
  }

  void advance(int count) { graph_.advance(run_, count, *this); }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  void launch(const Step &step, const int *first, int i, cudaStream_t stream) const {
    kernel()<<<run_.blocks, block_, 0, stream>>>(step, first, i);
    CHECK(cudaGetLastError());
  }

  ladder_launch used() const {
    return {
        {{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {columns_}, {graph_.length}}};
  }

 private:
  static int columns_of(const ladder_launch &launch) {
    const int columns = launch.knob[1][0];
    refuse_if(columns != 1 && columns != 2 && columns != 4, "columns is 1, 2 or 4");
    return columns;
  }

  using Kernel = void (*)(Step, const int *, int);

  Kernel kernel() const {
    Kernel kernel = nullptr;
    with_half_length(run_.grid.m, [&](auto m) {
      kernel = columns_ == 4   ? regtile_step<m, 4>
               : columns_ == 2 ? regtile_step<m, 2>
                               : regtile_step<m, 1>;
    });
    return kernel;
  }

  const int columns_;
  const dim3 block_;
  SteppedRun run_;
  StepsGraph graph_;
};

const ladder_knob knobs[] = {
    {"block", "threads a block, z by x", "regtile_step", 2, {16, 4}, {1, 1}, {1024, 1024}},
    {"columns", "columns that a thread makes, 1, 2 or 4", nullptr, 1, {4}, {1}, {4}},
    {"steps", "steps of a graph", nullptr, 1, {100}, {1}, {10000}}};

}  // namespace

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "graph",
                .change = "a thread makes 4 rows by 4 columns in registers, vector loads",
                .expectation =
                    "3.2 us a step on an H100 instead of 4.4, 1.4 times faster than graph: a "
                    "kernel of 2.3 us, in "
                    "which few warps wait for the second-level cache, and 0.9 us from node to node",
                .device = LADDER_ON_CUDA,
                .knobs = 3,
                .knob = knobs,
                .bytes_per_point = 16,
                .operations_per_point = 6,
                .operations_per_tap = 2,
                LOOP_ENTRIES(Stage)};
