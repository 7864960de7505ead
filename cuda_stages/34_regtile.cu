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
#include "cuda_stages/register_tile.cuh"
#include "cuda_stages/steps_graph.cuh"

namespace {

struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1], x[LADDER_MOST_HALF_LENGTH + 1],
      y[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
};

struct Step {
  Padded g;
  Taps taps;
  const float *v2dt2, *sponge_z, *sponge_x, *sponge_y;
  CellsView sources;      // grouped by block and plane
  const float *wavelets;  // [sources][steps]
  int steps, receivers;
  const int *receiver_places;
  float *traces;          // [steps + 1][receivers]
  const int *first_step;  // of this graph
  // What differs from step to step.
  const float *now;
  float *before;  // becomes p(n+1)
  int i;          // n - *first_step
  bool fresh;     // p(n-1) has been tapered twice already
};

__device__ float factor(const Step &s, int iz, int ix, int iy) {
  return s.sponge_x[ix] * s.sponge_y[iy] * s.sponge_z[iz];
}

template <int M, int C>
__global__ void regtile_step(Step s) {
  const Padded &g = s.g;
  const int step = *s.first_step + s.i;
  const int iz = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int ix = C * (blockIdx.y * blockDim.y + threadIdx.y);
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int threads = blockDim.x * blockDim.y;
  for (int r = block * threads + threadIdx.y * blockDim.x + threadIdx.x; r < s.receivers;
       r += threads * gridDim.x * gridDim.y * gridDim.z)
    s.traces[std::size_t{1} * step * s.receivers + r] = s.now[s.receiver_places[r]];
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    float lap[C][4], centre[C][4];
    laplacian_of_tile<M, C>(s.now + at, g.pz, s.taps.z, s.taps.x, lap, centre);
    if (g.ny > 1) {
#pragma unroll
      for (int k = -M; k <= M; ++k)
#pragma unroll
        for (int i = 0; i < C; ++i) {
          float q[4];
          load4(s.now + at + i * g.pz + k * g.pz * g.px, q);
#pragma unroll
          for (int j = 0; j < 4; ++j) lap[i][j] += s.taps.y[k < 0 ? -k : k] * q[j];
        }
    }
#pragma unroll
    for (int i = 0; i < C; ++i) {
      if (ix + i >= g.nx) break;
      float before[4], v2dt2[4], next[4];
      load4(s.before + at + i * g.pz, before);
      load4(s.v2dt2 + at + i * g.pz, v2dt2);
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float t = iz + j < g.nz ? factor(s, iz + j, ix + i, iy) : 0.0f;
        const float tapered = s.fresh ? before[j] : __fmul_rn(t, before[j]);
        next[j] = t * (2.0f * centre[i][j] - tapered + v2dt2[j] * lap[i][j]);
      }
      inject_into_quad(
          s.sources, first_source, end, s.wavelets, s.steps, step, at + i * g.pz,
          [&](int j) { return factor(s, iz + j, ix + i, iy); }, next);
      *reinterpret_cast<float4 *>(s.before + at + i * g.pz) =
          make_float4(next[0], next[1], next[2], next[3]);
    }
  }
}

// The second taper of p(n-1).
__global__ void settle(Step s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.g.cells()) return;
  s.before[s.g.at(i)] *= factor(s, i % s.g.nz, i / s.g.nz % s.g.nx, i / s.g.nz / s.g.nx);
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : columns_(columns_of(launch)), grid_(aligned(c, columns_)),
        block_(launch.knob[0][0], launch.knob[0][1]),
        blocks_(ceil_div(grid_.nz, 4 * block_.x), ceil_div(grid_.nx, columns_ * block_.y),
                std::min(c.ny, 65535)),
        run_(c, grid_), sources_(blocks_.x * blocks_.y * c.ny, groups_of(c),
                                 places_of(grid_, c.source_cells, c.sources)),
        asked_(launch.knob[2][0]), graph_(asked_) {
    refuse_if(blocks_.y > 65535, "more than 65535 blocks along x: take a longer block");
    must_allow(kernel(), block_);
    for (int k = 0; k <= grid_.m; ++k) {
      taps_.z[k] = c.taps_z[grid_.m + k];
      taps_.x[k] = c.taps_x[grid_.m + k];
      taps_.y[k] = c.taps_y[grid_.m + k];
    }
    fresh_ = false;
    graph_.capture(run_, launcher());
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    graph_.set_first_step(step);
    fresh_ = true;
  }

  void advance(int count) { graph_.advance(run_, fresh_, count, launcher()); }

  void download(float *now, float *before, float *traces) {
    if (!fresh_) {
      settle<<<ceil_div(grid_.cells(), other_threads), other_threads>>>(
          step(run_.now, run_.before, 0));
      CHECK(cudaGetLastError());
      fresh_ = true;
    }
    if (run_.receivers) {
      record<<<ceil_div(run_.receivers, other_threads), other_threads>>>(
          run_.receivers, run_.receiver_places, run_.now, run_.sample(run_.step));
      CHECK(cudaGetLastError());
    }
    run_.download(now, before, traces);
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {columns_}, {asked_}}};
  }

 private:
  static constexpr int other_threads = 256;

  static int columns_of(const ladder_launch &launch) {
    const int columns = launch.knob[1][0];
    refuse_if(columns != 1 && columns != 2 && columns != 4, "columns is 1, 2 or 4");
    return columns;
  }

  // The group of a source: its block and plane.
  std::vector<int> groups_of(const ladder_case &c) const {
    const int bz = 4 * block_.x, bx = columns_ * block_.y, nz = blocks_.x, nx = blocks_.y;
    std::vector<int> groups;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      groups.push_back(at.z / bz + nz * (at.x / bx + nx * at.y));
    }
    return groups;
  }

  Step step(const float *now, float *before, int i) const {
    return {grid_,
            taps_,
            run_.v2dt2,
            run_.sponge_z,
            run_.sponge_x,
            run_.sponge_y,
            sources_.view(),
            run_.wavelets,
            run_.steps,
            run_.receivers,
            run_.receiver_places,
            run_.traces,
            graph_.first_step(),
            now,
            before,
            i,
            fresh_};
  }

  using Kernel = void (*)(Step);

  Kernel kernel() const {
    Kernel kernel = nullptr;
    with_half_length(grid_.m, [&](auto m) {
      kernel = columns_ == 4   ? regtile_step<m, 4>
               : columns_ == 2 ? regtile_step<m, 2>
                               : regtile_step<m, 1>;
    });
    return kernel;
  }

  struct Launcher {
    const Stage &stage;
    void operator()(const float *now, float *before, int i, cudaStream_t stream) const {
      stage.kernel()<<<stage.blocks_, stage.block_, 0, stream>>>(stage.step(now, before, i));
      CHECK(cudaGetLastError());
    }
  };
  Launcher launcher() const { return {*this}; }

  const int columns_;
  const Padded grid_;
  const dim3 block_, blocks_;
  Resident run_;
  const GroupedCells sources_;
  const int asked_;
  StepsGraph graph_;
  Taps taps_;
  bool fresh_ = true;
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
