// The cells that a thread of a tile keeps in registers: 4 along z by X by Y lines; their start and
// their end. No maths here.
#pragma once
#include "cuda_stages/heat/kept_run.cuh"
#include "cuda_stages/heat/quad.cuh"

namespace {

// The cell of the grid with which a block's tile begins.
struct Origin {
  int z, x, y;
  __device__ Origin(const Tiling &t, int block)
      : z(block % t.nz * t.z), x(block / t.nz % t.nx * t.x), y(block / t.nz / t.nx * t.y) {}
};

// The tile of a block, and what is beyond its sides, from global memory to shared memory.
__device__ inline void load_tile(const KeptCase &r, const Exchange &e, const Origin &begin,
                                 float *field) {
  const Grid &g = r.g;
  const Tiling &t = e.tiling;
  const Tile &tile = e.tile;
  const auto value = [&](int z, int x, int y) {  // of the tile
    const int iz = begin.z + z, ix = begin.x + x, iy = begin.y + y;
    const bool inside = iz >= 0 && iz < g.nz && ix >= 0 && ix < g.nx && iy >= 0 && iy < g.ny;
    return inside ? r.now[g.at(iz, ix, iy)] : 0.0f;
  };
  for (int i = threadIdx.x; i < tile.lines; i += blockDim.x) {
    const int z = i % tile.pitch, x = i / tile.pitch % (t.x + 2) - 1, y = i / tile.plane - 1;
    const bool frame = x < 0 || x == t.x || y < 0 || y == t.y;
    field[i] = e.apart && frame ? 0.0f : value(z, x, y);
  }
  for (int d = 0; d < 2; ++d) {
    for (int i = threadIdx.x; i < t.x * t.y; i += blockDim.x)
      field[tile.beyond_end(d) + i] = value(d ? t.z : -1, i % t.x, i / t.x);
    if (!e.apart) continue;
    for (int i = threadIdx.x; i < tile.side_x; i += blockDim.x)
      field[tile.beyond_side(2 + d) + i] = value(i % t.z, d ? t.x : -1, i / t.z);
    for (int i = threadIdx.x; i < tile.side_y; i += blockDim.x)
      field[tile.beyond_side(4 + d) + i] = value(i % t.z, i / t.z, d ? t.y : -1);
  }
}

// N values, from and to addresses at 4 N bytes.
template <int N>
struct alignas(4 * N) Row {
  float c[N];
};
template <int N>
__device__ inline Row<N> load_row(const float *p) {
  return *reinterpret_cast<const Row<N> *>(p);
}
template <int N>
__device__ inline void store_row(float *p, const Row<N> &row) {
  *reinterpret_cast<Row<N> *>(p) = row;
}

template <int X, int Y>
struct OwnPatch {
  bool computes;
  int z, x, y;       // its first cell in the tile
  int iz, ix, iy;    // and in the grid
  int place;         // and in shared memory
  bool first, last;  // it has the first, the last cells of the tile's lines
  int of_ends;       // its place among the values of the lines' ends
  Quad factors;
  unsigned changing;  // a bit for each line that changes
  Quad own[X][Y];

  static constexpr unsigned all_lines = (1u << X * Y) - 1;

  // Threads that have no patch compute the first one and keep nothing of it, so that whole warps go
  // on.
  __device__ OwnPatch(const KeptCase &r, const Exchange &e, const Origin &begin,
                      const float *field) {
    const Tiling &tiling = e.tiling;
    const Tile &tile = e.tile;
    const int quads = tiling.z / 4, wide = tiling.x / X;
    computes = int(threadIdx.x) < quads * wide * (tiling.y / Y);
    const int t = computes ? threadIdx.x : 0;
    z = 4 * (t % quads), x = X * (t / quads % wide), y = Y * (t / quads / wide);
    iz = begin.z + z, ix = begin.x + x, iy = begin.y + y;
    place = tile.first + z + tile.pitch * x + tile.plane * y;
    first = z == 0, last = z == tiling.z - 4;
    of_ends = x + tiling.x * y;
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

  // Of line i, k: zero where it stays. By a mask, as a predicate for each line is more than there
  // are; and from `changing` anew in every step, as a mask for each line is more than there are
  // registers.
  template <bool Border>
  __device__ Quad factors_of(int i, int k) const {
    if (!Border) return factors;
    const int mask = int(changing << (31 - (i + X * k))) >> 31;
    Quad f;
#pragma unroll
    for (int j = 0; j < 4; ++j) f.c[j] = __int_as_float(__float_as_int(factors.c[j]) & mask);
    return f;
  }

  __device__ void forget_masks() { asm volatile("" : "+r"(changing)); }

  // To the tile in shared memory, what others read: not the lines in the middle of the patch.
  __device__ void show(const Exchange &e, float *field) const {
    const Tile &tile = e.tile;
    if (!computes) return;
#pragma unroll
    for (int k = 0; k < Y; ++k) {
      Row<X> begins, ends;
#pragma unroll
      for (int i = 0; i < X; ++i) {
        begins.c[i] = own[i][k].c[0], ends.c[i] = own[i][k].c[3];
        if (i == 0 || i == X - 1 || k == 0 || k == Y - 1)
          store_quad(field + place + i * tile.pitch + k * tile.plane, own[i][k]);
      }
      float *const to = field + of_ends + k * e.tiling.x;
      if (first) store_row(to + tile.own_end(0), begins);
      if (last) store_row(to + tile.own_end(1), ends);
    }
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
