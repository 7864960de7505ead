// regtile: a thread makes several cells, and reads them four at a time.
// flags: -O3 -ftz=true
//
// Changes: a thread of graph has one cell and reads 2M+1 values an axis for it. Here it has 4 rows
//   by `columns` columns in registers, and every access is a vector of 16 bytes.
// Longer than a slide: a thread with several cells has another operator and another step.
// Why: of the values that a cell needs its neighbours need most too. 4 x 4 cells read 9 values each
//   instead of 33, so the first-level cache, which graph asks for 132 bytes a cell, has a quarter
//   to do. Against it: a sixteenth of the threads, 3.6 warps a multiprocessor, are few to hide
//   latencies with.
// Expected: 3.2 us a step on an H100 instead of 4.4, 1.4 times faster than graph: a kernel of 2.3
//   us, in which few warps wait for the second-level cache, and 0.9 us from node to node
// Launch: `block` counts threads, z by x; a graph of 100 steps. Not graph's --block=32x8: a thread
//   has 4 x 4 cells, so 16 x 4 threads have 64 x 16.
// Run: ladder --stage=regtile --block=16x4 --columns=4
#include "cuda_stages/wave/graphed_run.cuh"
#include "cuda_stages/wave/quad_step.cuh"

namespace {

// Nearby cells share most of their taps: a row of quads (4 values, one access of 16 bytes) along x
// serves C columns, a column of them along z serves 4 rows. So 4 x 4 cells with 2M+1 = 17 taps an
// axis read 36 quads, 9 values a cell, where each cell by itself reads 33. p points to the first
// cell; columns are `pitch` apart; lap[i][j] and centre[i][j] are of column i, row j. The taps of
// the centre stay apart: their sum would be rounded the same way in every cell at every step, and
// such an error grows with the square of the steps.
template <int M, int C>
__device__ inline void laplacian_of_tile(const float *p, int pitch, const float *taps_z,
                                         const float *taps_x, float (&lap)[C][4],
                                         float (&centre)[C][4]) {
  constexpr int F = (M + 3) / 4 * 4;
#pragma unroll
  for (int i = 0; i < C; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) lap[i][j] = 0.0f;
#pragma unroll
  for (int x = -M; x < C + M; ++x) {
    float q[4];
    load4(p + x * pitch, q);
#pragma unroll
    for (int i = 0; i < C; ++i) {
      const int k = x < i ? i - x : x - i;
      if (k > M) continue;
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        lap[i][j] = fmaf(taps_x[k], q[j], lap[i][j]);
        if (k == 0) centre[i][j] = q[j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < C; ++i) {
    float column[2 * F + 4];
#pragma unroll
    for (int z = -F; z < F + 4; z += 4) load4(p + i * pitch + z, column + F + z);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      lap[i][j] = fmaf(taps_z[0], centre[i][j], lap[i][j]);
#pragma unroll
      for (int k = 1; k <= M; ++k) {
        lap[i][j] = fmaf(taps_z[k], column[F + j - k], lap[i][j]);
        lap[i][j] = fmaf(taps_z[k], column[F + j + k], lap[i][j]);
      }
    }
  }
}

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

enum { knob_block, knob_columns, knob_steps };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : columns_(columns_of(launch)), block_(block_of(launch.knob[knob_block])),
        run_(c, aligned(c, columns_), dim3(4 * block_.x, columns_ * block_.y),
             launch.knob[knob_steps][0]) {
    must_allow(kernel(), block_);
    run_.capture([this](cudaStream_t stream, const Step &step, const int *first, int i) {
      kernel()<<<run_.blocks, block_, 0, stream>>>(step, first, i);
      CHECK(cudaGetLastError());
    });
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {columns_}, {run_.length}}};
  }

 private:
  static int columns_of(const ladder_launch &launch) {
    const int columns = launch.knob[knob_columns][0];
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
  GraphedRun run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "regtile_step", 2, {16, 4}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(columns, "columns that a thread makes, 1, 2 or 4", nullptr, 1, {4}, {1}, {4}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "graph",
                .change = "a thread makes 4 rows by 4 columns in registers, vector loads",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave/33a_regtile.counts.cuh"
