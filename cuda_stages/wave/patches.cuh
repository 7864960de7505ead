// Which cells of a tile in shared memory a thread computes: patches of 4 rows by 4 columns. Eight
// in a row are 32 rows of the same columns, so that each eight threads read 128 bytes in a row and
// no two of them the same bank. No maths here.
#pragma once
#include "cuda_stages/wave/tiles.cuh"

namespace {

struct Patches {
  static constexpr int rows = 32, columns = 4;  // a tile is of a whole number of either
  int stacks, count;                            // of 32 rows one above the other; patches of a tile

  __host__ __device__ explicit Patches(const Tiling &t)
      : stacks(t.z / rows), count(8 * stacks * (t.x / columns)) {}
  // Threads that a patch each takes, in whole warps.
  __host__ __device__ int threads() const { return (count + 31) / 32 * 32; }
  // Where patch i begins.
  __host__ __device__ int z(int i) const { return i / 8 % stacks * rows + i % 8 * 4; }
  __host__ __device__ int x(int i) const { return i / 8 / stacks * columns; }
  // The patch of cell (z, x); -1 outside of the tile.
  int at(int z, int x) const {
    if (z < 0 || z >= stacks * rows || x < 0 || x >= count / 8 / stacks * columns) return -1;
    return (x / columns * stacks + z / rows) * 8 + z % rows / 4;
  }
};

}  // namespace
