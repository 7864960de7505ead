// Cuts a grid of z by x into equal tiles, one for each block of a cooperative launch. No maths
// here.
#pragma once
#include "cuda_stages/wave/resident.cuh"

namespace {

// Tile (i, j) begins at cell (i * z, j * x); the last ones may reach beyond the grid, where all is
// zero. Every tile is as large as the others, so a halo comes from the next tile alone.
struct Tiling {
  int z = 0, x = 0;  // cells of a tile; multiples of the rows and columns that are computed at once
  int nz = 0, nx = 0;                // tiles
  int cluster_z = 1, cluster_x = 1;  // tiles whose blocks are a cluster
  __host__ __device__ int tiles() const { return nz * nx; }
};

struct Device {
  int processors = 0, shared_bytes = 0, threads = 1024;
  Device(int processors, int shared_bytes) : processors(processors), shared_bytes(shared_bytes) {}
  Device() {
    int cooperative = 0;
    CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    refuse_if(!cooperative, "the device has no cooperative launch");
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  }
};

// The cheapest tiling of at most `most` tiles, where cost(tiling) is below 0 for one that cannot
// be; z is 0 if there is none. A halo of `halo` cells must lie within the next tile. `asked` is a
// tile's cells z by x, or zeros.
template <typename Cost>
Tiling cheapest_tiling(const ladder_wave &c, int most, int rows, int columns, int halo,
                       const int *asked, Cost cost) {
  const auto round_up = [](int n, int to) { return ceil_div(n, to) * to; };
  Tiling best;
  double lowest = 0;
  const auto consider = [&](int z, int x) {
    const Tiling t{z, x, ceil_div(c.nz, z), ceil_div(c.nx, x)};
    if (t.tiles() > most || (t.nz > 1 && z < halo) || (t.nx > 1 && x < halo)) return;
    const double price = cost(t);
    if (price < 0 || (best.z && price >= lowest)) return;
    best = t;
    lowest = price;
  };
  if (asked[0]) {
    refuse_if(asked[0] % rows || asked[1] % columns,
              "a tile is a multiple of " + std::to_string(rows) + " rows (z) by a multiple of " +
                  std::to_string(columns) + " columns (x)");
    consider(asked[0], asked[1]);
    return best;
  }
  for (int nz = 1; nz <= std::min(most, c.nz); ++nz)
    for (int nx = 1; nx <= std::min(most / nz, c.nx); ++nx)
      consider(round_up(ceil_div(c.nz, nz), rows), round_up(ceil_div(c.nx, nx), columns));
  return best;
}

// What a step is expected to take when so many warps compute 4 by `columns` cells a thread, in
// clocks. Four schedulers issue 4 columns (4 m + 8) instructions a thread; shared memory serves a
// warp's quads in 4 clocks each, in more where a warp is not of whole columns.
inline double clocks_of_step(int warps, int m, int columns, const Tiling &t) {
  const double issue = ceil_div(warps, 4) * 4.0 * columns * (4 * m + 8);
  const double quads = columns + 2 * m + columns * 2 * ceil_div(m, 4);
  return std::max(issue, warps * 4 * quads * (t.z % 32 ? 1.5 : 1.0));
}

// The tiling, if there is one.
inline Tiling must_fit(const ladder_wave &c, const Tiling &t) {
  refuse_if(!t.z, "the fields do not fit on the chip: " + std::to_string(c.nz) + " x " +
                      std::to_string(c.nx) + " cells on " + std::to_string(Device().processors) +
                      " multiprocessors, or not as the tiles that were asked for; take graph");
  return t;
}

// Which cells of a tile in shared memory a thread computes: patches of 4 rows by 4 columns. Eight
// in a row are 32 rows of the same columns, so that each eight threads read 128 bytes in a row and
// no two of them the same bank.

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
