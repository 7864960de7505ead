// tma: the tile comes into shared memory as one bulk copy.
// flags: -O3 -ftz=true
//
// Changes: a block asks the tensor memory accelerator of Hopper for its tile with the halo, 80 x 48
//   cells, and computes from shared memory what regtile computes from the caches.
// Why: one thread starts the copy and no instruction of the others moves data; beyond the grid the
//   accelerator fills in zeros. Against it: a block computes nothing until its whole tile has come,
//   and has no other tile to fetch meanwhile.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis. Its second taper comes one step late, as in fused.
// Layout: z fastest; the fields are padded alike, columns begin at 16 bytes; frames stay zero.
// Launch: `tile` is the cells of a block, z by x, in threads of 4 x 4; a graph of 100 steps. No volumes.
//   Needs compute capability 9.0.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 beside them.
// Run: ladder --stage=tma --tile=64x32
#include "cuda_stages/register_tile.cuh"
#include "cuda_stages/steps_graph.cuh"
#include "cuda_stages/tensor_copy.cuh"

namespace {

constexpr int C = 4;  // columns that a thread makes

struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1],
      x[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
};

struct Step {
  Padded g;
  Taps taps;
  const float *v2dt2, *sponge_z, *sponge_x;
  CellsView sources;      // grouped by block
  const float *wavelets;  // [sources][steps]
  int steps, receivers;
  const int *receiver_places;
  float *traces;          // [steps + 1][receivers]
  const int *first_step;  // of this graph
  // What differs from step to step.
  CUtensorMap tiles;  // of now
  const float *now;
  float *before;  // becomes p(n+1)
  int i;          // n - *first_step
  bool fresh;     // p(n-1) has been tapered twice already
};

__device__ float factor(const Step &s, int iz, int ix) { return s.sponge_x[ix] * s.sponge_z[iz]; }

template <int M>
__global__ void tma_step(const __grid_constant__ Step s) {
  constexpr int F = (M + 3) / 4 * 4;
  extern __shared__ __align__(128) float tile[];  // [C blockDim.y + 2 M][pitch]
  __shared__ Arrival arrival;
  const Padded &g = s.g;
  const int step = *s.first_step + s.i;
  const int pitch = 4 * blockDim.x + 2 * F, columns = C * blockDim.y + 2 * M;
  const int begin_z = blockIdx.x * 4 * blockDim.x, begin_x = blockIdx.y * C * blockDim.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t == 0) {
    arrival.prepare();
    fetch_tile(tile, s.tiles, begin_z - F, begin_x - M, pitch * columns * sizeof(float), arrival);
  }
  __syncthreads();  // others look at the barrier only when it stands

  const int block = blockIdx.x + gridDim.x * blockIdx.y, threads = blockDim.x * blockDim.y;
  for (int r = block * threads + t; r < s.receivers; r += threads * gridDim.x * gridDim.y)
    s.traces[std::size_t{1} * step * s.receivers + r] = s.now[s.receiver_places[r]];
  const int first_source = s.sources.begin[block], end = s.sources.begin[block + 1];
  const int iz = begin_z + 4 * threadIdx.x, ix = begin_x + C * threadIdx.y;
  const bool inside = iz < g.nz && ix < g.nx;
  arrival.wait();
  if (!inside) return;

  const int at = g.first + iz + g.pz * ix;
  float lap[C][4], centre[C][4];
  laplacian_of_tile<M, C>(tile + F + 4 * threadIdx.x + pitch * (M + C * threadIdx.y), pitch,
                          s.taps.z, s.taps.x, lap, centre);
#pragma unroll
  for (int i = 0; i < C; ++i) {
    if (ix + i >= g.nx) break;
    float before[4], v2dt2[4], next[4];
    load4(s.before + at + i * g.pz, before);
    load4(s.v2dt2 + at + i * g.pz, v2dt2);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float t = iz + j < g.nz ? factor(s, iz + j, ix + i) : 0.0f;
      const float tapered = s.fresh ? before[j] : __fmul_rn(t, before[j]);
      next[j] = t * (2.0f * centre[i][j] - tapered + v2dt2[j] * lap[i][j]);
    }
    inject_into_quad(
        s.sources, first_source, end, s.wavelets, s.steps, step, at + i * g.pz,
        [&](int j) { return factor(s, iz + j, ix + i); }, next);
    *reinterpret_cast<float4 *>(s.before + at + i * g.pz) =
        make_float4(next[0], next[1], next[2], next[3]);
  }
}

// The second taper of p(n-1).
__global__ void settle(Step s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.g.cells()) return;
  s.before[s.g.at(i)] *= factor(s, i % s.g.nz, i / s.g.nz);
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : grid_(aligned(c, C)),
        block_(ceil_div(launch.knob[0][0], 4), ceil_div(launch.knob[0][1], C)),
        blocks_(ceil_div(grid_.nz, 4 * block_.x), ceil_div(grid_.nx, C * block_.y)), run_(c, grid_),
        sources_(blocks_.x * blocks_.y, groups_of(c), places_of(grid_, c.source_cells, c.sources)),
        asked_(launch.knob[1][0]), graph_(asked_) {
    refuse_if(c.ny > 1, "this stage does no volumes: take regtile or graph");
    refuse_if(launch.knob[0][0] % 4 || launch.knob[0][1] % C,
              "a tile is a multiple of 4 rows (z) by a multiple of 4 columns (x)");
    refuse_if(block_.x * block_.y > 1024 || blocks_.y > 65535,
              "a tile has at most 16384 cells, and 65535 of them cover x: take another");
    const int frame = ceil_div(grid_.m, 4) * 4;
    const TensorBox box{.z = 4 * int(block_.x) + 2 * frame, .x = C * int(block_.y) + 2 * grid_.m};
    first_ = run_.now;
    for (int k : {0, 1})
      maps_[k] =
          tensor_map((k ? run_.before : run_.now) + grid_.first, grid_.nz, grid_.nx, grid_.pz, box);
    bytes_ = box.z * box.x * sizeof(float);
    with_half_length(grid_.m, [&](auto m) {
      must_allow(tma_step<m>, block_);
      allow_shared_memory(tma_step<m>, bytes_);
    });
    for (int k = 0; k <= grid_.m; ++k) {
      taps_.z[k] = c.taps_z[grid_.m + k];
      taps_.x[k] = c.taps_x[grid_.m + k];
    }
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
    return {{{4 * static_cast<int>(block_.x), C * static_cast<int>(block_.y)}, {asked_}}};
  }

 private:
  static constexpr int other_threads = 256;

  // The group of a source: its block.
  std::vector<int> groups_of(const ladder_case &c) const {
    const int bz = 4 * block_.x, bx = C * block_.y, nz = blocks_.x;
    std::vector<int> groups;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      groups.push_back(at.z / bz + nz * (at.x / bx));
    }
    return groups;
  }

  Step step(const float *now, float *before, int i) const {
    return {grid_,
            taps_,
            run_.v2dt2,
            run_.sponge_z,
            run_.sponge_x,
            sources_.view(),
            run_.wavelets,
            run_.steps,
            run_.receivers,
            run_.receiver_places,
            run_.traces,
            graph_.first_step(),
            maps_[now != first_],
            now,
            before,
            i,
            fresh_};
  }

  struct Launcher {
    const Stage &stage;
    void operator()(const float *now, float *before, int i, cudaStream_t stream) const {
      with_half_length(stage.grid_.m, [&](auto m) {
        tma_step<m>
            <<<stage.blocks_, stage.block_, stage.bytes_, stream>>>(stage.step(now, before, i));
      });
      CHECK(cudaGetLastError());
    }
  };
  Launcher launcher() const { return {*this}; }

  const Padded grid_;
  const dim3 block_, blocks_;
  Resident run_;
  const GroupedCells sources_;
  const int asked_;
  StepsGraph graph_;
  const float *first_ = nullptr;
  CUtensorMap maps_[2];  // of either field
  int bytes_ = 0;        // of a tile in shared memory
  Taps taps_;
  bool fresh_ = false;
};

const ladder_knob knobs[] = {
    {"tile", "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 4}, {240, 240}},
    {"steps", "steps of a graph", nullptr, 1, {100}, {1}, {10000}}};

}  // namespace

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = "regtile",
                .change = "the tile comes into shared memory as one bulk tensor copy",
                .expectation =
                    "no gain, 3.3 us a step on an H100: the tile takes 1 us to come, in which "
                    "nothing is computed, "
                    "as long as regtile waits for the second-level cache",
                .device = LADDER_ON_CUDA,
                .knobs = 2,
                .knob = knobs,
                .bytes_per_point = 16,
                .operations_per_point = 6,
                .operations_per_tap = 2,
                LOOP_ENTRIES(Stage)};
