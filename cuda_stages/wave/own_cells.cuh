// What a thread keeps in registers for a whole run: its cells with all that a step needs beside p, and
// its first receiver. How both are fetched and put back. No maths here.
#pragma once
#include "cuda_stages/wave/halo.cuh"
#include "cuda_stages/wave/tiled_run.cuh"

namespace {

// Cells counted from the first of a tile, which may lie outside it: z from begin_z to end_z - 1.
struct Cells {
  int begin_z = 0, end_z = 0, begin_x = 0, end_x = 0;
  __host__ __device__ bool row(int z) const { return z >= begin_z && z < end_z; }
  __host__ __device__ bool column(int x) const { return x >= begin_x && x < end_x; }
};

// 4 by C cells from (z, x) on. Those that are not of `cells`, or not of the grid, are all zero.
template <int C>
struct RegisterTile {
  int z, x, place;  // place: of the first cell in shared memory
  float before[C][4], v2dt2[C][4], sponge_z[4], sponge_x[C];

  __device__ RegisterTile(const TiledCase &r, const Tile &tile, int begin_z, int begin_x, int z,
                          int x, const Cells &cells)
      : z(z), x(x), place(tile.first + z + tile.pitch * x) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int iz = begin_z + z + j;
      const bool row = cells.row(z + j) && iz >= 0 && iz < r.g.nz;
      sponge_z[j] = row ? r.sponge_z[iz] : 0.0f;
#pragma unroll
      for (int i = 0; i < C; ++i) {
        const int ix = begin_x + x + i, at = r.g.first + iz + r.g.pz * ix;
        const bool inside = row && cells.column(x + i) && ix >= 0 && ix < r.g.nx;
        before[i][j] = inside ? r.before[at] : 0.0f;
        v2dt2[i][j] = inside ? r.v2dt2[at] : 0.0f;
      }
    }
#pragma unroll
    for (int i = 0; i < C; ++i) {
      const int ix = begin_x + x + i;
      sponge_x[i] = cells.column(x + i) && ix >= 0 && ix < r.g.nx ? r.sponge_x[ix] : 0.0f;
    }
  }

  // To the arrays of the result; p is the tile with the last step.
  __device__ void store(const TiledCase &r, const Tile &tile, int begin_z, int begin_x,
                        const float *p) const {
#pragma unroll
    for (int i = 0; i < C; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int iz = begin_z + z + j, ix = begin_x + x + i;
        if (iz >= r.g.nz || ix >= r.g.nx) continue;
        const int at = r.g.first + iz + r.g.pz * ix;
        r.now_out[at] = p[place + i * tile.pitch + j];
        r.before_out[at] = before[i][j];
      }
  }
};

// The thread that computes cell (z, x) of a tile in which they follow each other along z; -1: outside.
inline int owner_in_tile(const Tiling &t, int columns, int z, int x) {
  if (z < 0 || z >= t.z || x < 0 || x >= t.x) return -1;
  return z / 4 + t.z / 4 * (x / columns);
}

// p(n) of the launch into a tile with its halo, and zeros into the other buffer.
__device__ inline void load_field(const TiledCase &r, const Exchange &exchange, int begin_z,
                                  int begin_x, float *field) {
  const Tile &tile = exchange.tile;
  for (int i = threadIdx.x; i < tile.size(); i += blockDim.x) {
    const int z = begin_z + i % tile.pitch - Tile::frame(exchange.halo);
    const int x = begin_x + i / tile.pitch - exchange.halo;
    const bool inside = i < tile.spare && z >= 0 && z < r.g.nz && x >= 0 && x < r.g.nx;
    field[i] = inside ? r.now[r.g.first + z + r.g.pz * x] : 0.0f;
    field[tile.size() + i] = 0.0f;
  }
}

// The receivers of a thread: every blockDim.x-th of its block.
class OwnReceivers {
 public:
  __device__ OwnReceivers(const TiledCase &r, int block)
      : first_(r.receivers.begin[block] + threadIdx.x), end_(r.receivers.begin[block + 1]) {
    if (first_ < end_) {
      place_ = r.receivers.place[first_];
      number_ = r.receivers.number[first_];
    }
  }
  // Sample n, from the tile p.
  __device__ void record(const TiledCase &r, int n, const float *p) const {
    float *const sample = r.traces + std::size_t(n) * r.receiver_count;
    if (first_ < end_) sample[number_] = p[place_];
    for (int i = first_ + blockDim.x; i < end_; i += blockDim.x)
      sample[r.receivers.number[i]] = p[r.receivers.place[i]];
  }

 private:
  const int first_, end_;
  int place_ = 0, number_ = 0;  // of the first; most threads have none
};

}  // namespace
