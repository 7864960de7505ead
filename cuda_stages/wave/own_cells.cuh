// What a thread keeps in registers for a whole run: its cells with all that a step needs but p, its
// sources and its first receiver. How they are fetched, used in a step, and put back.
#pragma once
#include "cuda_stages/wave/exchange.cuh"
#include "cuda_stages/wave/register_tile.cuh"
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

  template <typename SharedTile>
  __device__ RegisterTile(const TiledCase &r, const SharedTile &tile, int begin_z, int begin_x,
                          int z, int x, const Cells &cells)
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

  // p(n+1) from p, both tiles in shared memory with columns `pitch` apart; p(n) becomes p(n-1) in
  // its registers. Columns i of which keeps(i) is false are computed and not stored.
  template <int M, typename Keeps>
  __device__ __forceinline__ void step(const TiledCase &r, int pitch, const float *p, float *next,
                                       Keeps keeps) {
    float lap[C][4], centre[C][4];
    laplacian_of_tile<M, C>(p + place, pitch, r.taps_z, r.taps_x, lap, centre);
#pragma unroll
    for (int i = 0; i < C; ++i) {
      float result[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float taper = sponge_x[i] * sponge_z[j];
        const float rest = fmaf(2.0f, centre[i][j], -before[i][j]);
        result[j] = taper * fmaf(v2dt2[i][j], lap[i][j], rest);
        before[i][j] = taper * centre[i][j];
      }
      if (keeps(i))
        *reinterpret_cast<float4 *>(next + place + i * pitch) =
            make_float4(result[0], result[1], result[2], result[3]);
    }
  }
  template <int M>
  __device__ __forceinline__ void step(const TiledCase &r, int pitch, const float *p, float *next) {
    step<M>(r, pitch, p, next, [](int) { return true; });
  }

  // To the arrays of the result; p is the tile with the last step.
  template <typename SharedTile>
  __device__ void store(const TiledCase &r, const SharedTile &tile, int begin_z, int begin_x,
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

// The thread that computes cell (z, x) of a tile in which they follow each other along z; -1:
// outside.
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

// The sources in the cells of a thread. What the first one adds is fetched early.
class OwnSources {
 public:
  __device__ OwnSources(const TiledCase &r, int block)
      : OwnSources(r.sources.begin, block * blockDim.x + threadIdx.x) {}
  __device__ float fetch(const TiledCase &r, int step) const {
    return first_ < end_ ? pulse(r, first_, step) : 0.0f;
  }
  // Into the tile p; `fetched` is what fetch gave for this step.
  __device__ void inject(const TiledCase &r, int step, float fetched, float *p,
                         bool computes = true) const {
    for (int s = first_; computes && s < end_; ++s) {
      if (s > first_) fetched = pulse(r, s, step);
      p[r.sources.place[s]] += r.factors[r.sources.number[s]] * fetched;
    }
  }

 private:
  __device__ OwnSources(const int *begin, int group)
      : first_(begin[group]), end_(begin[group + 1]) {}
  const int first_, end_;
  __device__ static float pulse(const TiledCase &r, int s, int step) {
    return r.wavelets[std::size_t{1} * r.sources.number[s] * r.steps + step];
  }
};

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
