// tma: the tile comes into shared memory as one bulk copy.
// flags: -O3 -ftz=true
//
// Changes: a block asks the tensor memory accelerator of Hopper for its tile with the halo, 80 x 48
//   cells, and computes from shared memory what regtile computes from the caches.
// Longer than a slide: regtile's operator moved into a header, and a bulk copy needs a map, a
//   barrier and a tile.
// Why: one thread starts the copy and no instruction of the others moves data; beyond the grid the
//   accelerator fills in zeros. Against it: a block computes nothing until its whole tile has come,
//   and has no other tile to fetch meanwhile.
// Expected: no gain, 3.3 us a step on an H100: the tile takes 1 us to come, in which nothing is
//   computed, as long as regtile waits for the second-level cache
// Launch: `tile` is the cells of a block, z by x, in threads of 4 x 4; a graph of 100 steps. No
//   volumes. Needs compute capability 9.0.
// Run: ladder --stage=tma --tile=64x32
#include "cuda_stages/shared/tensor_copy.cuh"
#include "cuda_stages/wave/graphed_run.cuh"
#include "cuda_stages/wave/quad_step.cuh"
#include "cuda_stages/wave/register_tile.cuh"

namespace {

constexpr int C = 4;  // columns that a thread makes

template <int M>
__global__ void tma_step(const __grid_constant__ CUtensorMap now, const __grid_constant__ Step s,
                         const int *first, int i) {
  constexpr int F = (M + 3) / 4 * 4;
  extern __shared__ __align__(128) float tile[];  // [C blockDim.y + 2 M][pitch]
  __shared__ Arrival arrival;
  const Padded &g = s.g;
  const int n = *first + i;
  const int pitch = 4 * blockDim.x + 2 * F, columns = C * blockDim.y + 2 * M;
  const int begin_z = blockIdx.x * 4 * blockDim.x, begin_x = blockIdx.y * C * blockDim.y;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    arrival.prepare();
    show_barriers_to_accelerator();
    arrival.expect(pitch * columns * sizeof(float));
    fetch_box(tile, now, {begin_z - F, begin_x - M}, arrival);
  }
  __syncthreads();  // others look at the barrier only when it stands

  s.record_sample(n);
  const int group = s.group(0);
  const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
  const int iz = begin_z + 4 * threadIdx.x, ix = begin_x + C * threadIdx.y;
  const bool inside = iz < g.nz && ix < g.nx;
  arrival.wait(0);
  if (!inside) return;

  float lap[C][4], centre[C][4];
  // Without this knowledge nvcc 13.0 loads a quad in halves, or does not, as the path of this file
  // has it: at M = 16 it took 134 or 174 registers.
  const void *own =
      __builtin_assume_aligned(tile + F + 4 * threadIdx.x + pitch * (M + C * threadIdx.y), 16);
  laplacian_of_tile<M, C>(static_cast<const float *>(own), pitch, s.taps.z, s.taps.x, lap, centre);
  step_quads<C>(s, n, iz, ix, 0, g.first + iz + g.pz * ix, first_source, end, lap, centre);
}

enum { knob_tile, knob_steps };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(c, launch)),
        run_(c, aligned(c, C), dim3(4 * block_.x, C * block_.y), launch.knob[knob_steps][0]) {
    const Padded &g = run_.grid;
    const int frame = ceil_div(g.m, 4) * 4;
    const int z = 4 * int(block_.x) + 2 * frame, x = C * int(block_.y) + 2 * g.m;
    for (int k : {0, 1})
      maps_[k] =
          tensor_map<2>((k ? run_.before : run_.now) + g.first,
                        {.cells = {g.nz, g.nx}, .pitches = {g.pz}, .sides = {z, x}}, "regtile");
    bytes_ = z * x * sizeof(float);
    with_half_length(g.m, [&](auto m) {
      must_allow(tma_step<m>, block_);
      allow_shared_memory(tma_step<m>, bytes_);
    });
    run_.capture([this](cudaStream_t stream, const Step &step, const int *first, int i) {
      with_half_length(run_.grid.m, [&](auto m) {
        tma_step<m><<<run_.blocks, block_, bytes_, stream>>>(maps_[step.now == run_.second], step,
                                                             first, i);
      });
      CHECK(cudaGetLastError());
    });
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{4 * static_cast<int>(block_.x), C * static_cast<int>(block_.y)}, {run_.length}}};
  }

 private:
  static dim3 block_of(const ladder_wave &c, const ladder_launch &launch) {
    const int z = launch.knob[knob_tile][0], x = launch.knob[knob_tile][1];
    refuse_if(c.ny > 1, "this stage does no volumes: take regtile or graph");
    refuse_if(z % 4 || x % C, "a tile is a multiple of 4 rows (z) by a multiple of 4 columns (x)");
    refuse_if(z / 4 * (x / C) > 1024, "a tile has at most 16384 cells: take a smaller one");
    return dim3(z / 4, x / C);
  }

  const dim3 block_;
  GraphedRun run_;
  CUtensorMap maps_[2];  // of either field
  int bytes_ = 0;        // of a tile in shared memory
};

const ladder_knob knobs[] = {
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 4}, {240, 240}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "regtile",
                .change = "the tile comes into shared memory as one bulk tensor copy",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave/33b_tma.counts.cuh"
