// What a step of the stages without tiles does, for predictions (harness/counts.h). No maths here.
#pragma once
#include "cuda_stages/shared/counts.cuh"
#include "harness/problems/heat/heat.h"

namespace {

// Blocks of `block` threads with a tile each. Lines begin a multiple of so many cells apart.
inline ladder_kernel_counts count_tiles(const ladder_heat &c, const dim3 &block, Extents tile,
                                        const std::string &name, int multiple = 1) {
  ladder_kernel_counts k = cover(name, {c.nz, c.nx, c.ny}, tile, block);
  for (int &cells : k.halo) cells = 1;
  k.fields_with_halo = 1;
  k.writes = 1;
  k.begins_anywhere = ceil_div(c.nz, multiple) * multiple % 8 ? multiple : 0;
  return k;
}

// A thread has `planes` cells along y.
inline ladder_kernel_counts count_cells(const ladder_heat &c, const dim3 &block, int planes,
                                        const std::string &name) {
  return count_tiles(c, block, {int(block.x), int(block.y), int(block.z) * planes}, name);
}

// Blocks that march along y with a tile of so many cells, planes of which come as boxes with a
// frame of 4 cells along z.
inline ladder_kernel_counts count_quads(const void *the_case, const dim3 &block, Extents tile,
                                        const std::string &name) {
  ladder_kernel_counts k =
      count_tiles(*static_cast<const ladder_heat *>(the_case), block, tile, name, 4);
  k.halo[0] = 4;
  k.box[0] = tile.z + 8;
  k.shape = LADDER_BOX;
  k.in_graph = 1;
  return k;
}

// A thread has 4 cells along z on so many lines, which it reads from shared memory. Planes of a
// ring come while it computes.
inline ladder_status count_march(ladder_step_counts *step, ladder_kernel_counts k, int lines) {
  k.comes_ahead = 2;
  // The plane above, the lines on both sides, two cells at the ends of each row; the results.
  const int shared = 2 + 3 * lines;
  k.loop[k.loops++] = {double(k.tile[2]), shared + lines, shared};
  return count_one(step, k);
}

// A pass of several steps by blocks that march along y and keep tiles of so many cells and planes.
// In a turn a thread has so many further loads of shared memory a step and line.
inline ladder_status count_pass(ladder_step_counts *step, ladder_kernel_counts k, Extents kept,
                                int steps, int lines, int further) {
  const int tile[] = {kept.z, kept.x, kept.y}, halo[] = {4, steps, steps};
  for (int axis = 0; axis < 3; ++axis) k.tile[axis] = tile[axis], k.halo[axis] = halo[axis];
  k.launches = 1.0 / steps;
  k.shape = LADDER_BOX;
  k.comes_ahead = 2;
  // The plane that comes and those that are shown to the next step; of each step the lines on
  // both sides, and a cell at both ends of each row.
  const int shared = lines * steps + steps * (2 + (2 + further) * lines);
  k.loop[k.loops++] = {double(kept.y + 2 * steps), shared + 2 * lines, shared, lines};
  return count_one(step, k);
}

}  // namespace
