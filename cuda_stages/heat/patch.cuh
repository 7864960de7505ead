// The cells that a thread of a tile keeps in registers: 4 along z by X by Y lines; their start and their end.
// No maths here.
#pragma once
#include "cuda_stages/heat/kept_run.cuh"
#include "cuda_stages/heat/quad.cuh"

namespace {

// The tile of a block with its frame, from global memory to shared memory.
__device__ inline void load_tile(const KeptCase &r, const Tile &tile, int begin_z, int begin_x,
                                 int begin_y, float *field) {
  for (int i = threadIdx.x; i < tile.size; i += blockDim.x) {
    const int iz = begin_z + i % tile.pitch - 4,
              ix = begin_x + i / tile.pitch % (r.tiling.x + 2) - 1;
    const int iy = begin_y + i / tile.plane - 1;
    const bool inside = iz >= 0 && iz < r.g.nz && ix >= 0 && ix < r.g.nx && iy >= 0 && iy < r.g.ny;
    field[i] = inside ? r.now[r.g.at(iz, ix, iy)] : 0.0f;
  }
}

template <int X, int Y>
struct OwnPatch {
  bool computes;
  int z, x, y;                 // its first cell in the tile
  int iz, ix, iy;              // and in the grid
  int place;                   // and in shared memory
  bool first_lane, last_lane;  // the neighbour along z is not in the lane beside this one
  Quad factors;
  unsigned changing;  // a bit for each line that changes
  Quad own[X][Y];

  static constexpr unsigned all_lines = (1u << X * Y) - 1;

  // Threads that have no patch compute the first one and keep nothing of it, so that whole warps go on.
  __device__ OwnPatch(const KeptCase &r, const Tile &tile, int begin_z, int begin_x, int begin_y,
                      const float *field) {
    const int quads = r.tiling.z / 4, wide = r.tiling.x / X;
    computes = int(threadIdx.x) < quads * wide * (r.tiling.y / Y);
    const int t = computes ? threadIdx.x : 0;
    z = 4 * (t % quads), x = X * (t / quads % wide), y = Y * (t / quads / wide);
    iz = begin_z + z, ix = begin_x + x, iy = begin_y + y;
    place = tile.first + z + tile.pitch * x + tile.plane * y;
    first_lane = z == 0 || threadIdx.x % 32 == 0;
    last_lane = z == r.tiling.z - 4 || threadIdx.x % 32 == 31;
    factors = factors_along_z(r.factor, iz, r.g.nz);
    changing = 0;
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i) {
        if (ix + i > 0 && ix + i < r.g.nx - 1 && iy + k > 0 && iy + k < r.g.ny - 1)
          changing |= 1u << (i + X * k);
        own[i][k] = load_quad(field + place + i * tile.pitch + k * tile.plane);
      }
  }

  __device__ bool changes(int i, int k) const { return changing >> (i + X * k) & 1; }

  // To the tile in shared memory.
  __device__ void show(const Tile &tile, float *field) const {
    if (!computes) return;
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i)
        store_quad(field + place + i * tile.pitch + k * tile.plane, own[i][k]);
  }

  // To the field in global memory.
  __device__ void store(const KeptCase &r) const {
    if (!computes || iz >= r.g.nz) return;
#pragma unroll
    for (int k = 0; k < Y; ++k)
#pragma unroll
      for (int i = 0; i < X; ++i)
        if (ix + i < r.g.nx && iy + k < r.g.ny)
          store_quad(r.out + r.g.at(iz, ix + i, iy + k), own[i][k]);
  }
};

}  // namespace
