// The argument of the stages with one cooperative kernel, and whether several shots are equal. No
// maths here.
#pragma once
#include "cuda_stages/wave/exchange.cuh"
#include "cuda_stages/wave/models.cuh"

namespace {

// The argument of the kernel. The result goes to other arrays than the start came from, because a
// neighbour may be late in fetching its first halo. Of several shots, shot s has the blocks from
// s * tiling.tiles() on, its fields at s * all cells (at the start perhaps all the same), its slots
// at 2 * s * Exchange::all() (or Lines::all()).
struct TiledCase {
  Tiling tiling;
  Padded g;
  float taps_z[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
  float taps_x[LADDER_MOST_HALF_LENGTH + 1];
  const float *v2dt2, *sponge_z, *sponge_x;
  CellsView sources;      // grouped by block and thread; places are those of the tile
  CellsView receivers;    // grouped by block; likewise
  const float *factors;   // [sources] the taper of a source's cell
  const float *wavelets;  // [sources][steps]
  float *traces;          // [steps + 1][receivers]
  float *other_traces;    // [shots - 1][steps + 1][receivers]
  int steps, receiver_count;
  Word *slots;  // [shots][2][Exchange::all()]
  // What differs from launch to launch.
  const float *now, *before;  // all shots start from the same where start_stride is 0
  float *now_out, *before_out;
  int start_stride;
  unsigned epoch;   // the last that was used
  int step, count;  // the first step, and how many
  bool fresh;       // p(n-1) has been tapered twice already
  ModelsView models;
};

// How many values of the shots behind the first one differ from the first one's.
__global__ void count_differences(int shots, std::size_t count, const float *first,
                                  const float *others, std::size_t stride, int *differences) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    for (int s = 0; s < shots - 1; ++s)
      if (__float_as_uint(others[s * stride + i]) != __float_as_uint(first[i]))
        atomicAdd(differences, 1);
}

}  // namespace
