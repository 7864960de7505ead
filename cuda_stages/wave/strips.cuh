// A tile with strips along its four sides, cut into patches of 4 by `columns` cells, one a thread.
// No maths here.
#pragma once
#include "cuda_stages/wave/own_cells.cuh"

namespace {

struct Patch {
  int z, x;     // of its first cell
  Cells cells;  // of the tile, or of one strip; a patch has none outside
};

struct Strips {
  Tiling tiling;
  int deep, columns;

  __host__ __device__ int patches_of_tile() const { return tiling.z / 4 * (tiling.x / columns); }
  __host__ __device__ int patches() const {
    return patches_of_tile() + 2 * (Tile::frame(deep) / 4) * (tiling.x / columns) +
           2 * (tiling.z / 4) * ((deep + columns - 1) / columns);
  }

  // Patch number t: first those of the tile, then those of the strips above, below, left and right.
  __host__ __device__ Patch patch(int t) const {
    for (int d = -1; d < 4; ++d) {  // a direction of Exchange; -1 is the tile
      const int step_z = Exchange::step_z(d), step_x = Exchange::step_x(d);
      const int z = Exchange::begin(step_z, deep, tiling.z, true);
      const int x = Exchange::begin(step_x, deep, tiling.x, true);
      const Cells cells = {z, z + (step_z ? deep : tiling.z), x, x + (step_x ? deep : tiling.x)};
      const int quads = (step_z ? Tile::frame(deep) : tiling.z) / 4;
      const int across = ((step_x ? deep : tiling.x) + columns - 1) / columns;
      if (t < quads * across) {
        // Columns begin at 16 bytes: above, the patches end where the tile begins. Columns that are
        // too many lie in the tile, so that no patch reaches for cells beyond the halo.
        const int first_z = step_z < 0 ? -4 * quads : z;
        const int first_x = step_x > 0 ? cells.end_x - columns * across : x;
        return {first_z + 4 * (t % quads), first_x + columns * (t / quads), cells};
      }
      t -= quads * across;
    }
    return {};
  }

  // The patch that has cell (z, x); -1: none.
  int owner(int z, int x) const {
    if (z < -deep || z >= tiling.z + deep || x < -deep || x >= tiling.x + deep) return -1;
    for (int t = 0; t < patches(); ++t) {
      const Patch p = patch(t);
      if (p.cells.row(z) && p.cells.column(x) && z >= p.z && z < p.z + 4 && x >= p.x &&
          x < p.x + columns)
        return t;
    }
    return -1;
  }
};

}  // namespace
