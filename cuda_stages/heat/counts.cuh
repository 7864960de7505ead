// What a step of the stages without tiles does, for predictions (harness/counts.h). No maths here.
#pragma once
#include <cstdio>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/counts.h"
#include "harness/problems/heat/heat.h"

namespace {

// A thread has `planes` cells along y, in blocks of `block` threads. Lines begin a multiple of so
// many cells apart.
inline ladder_kernel_counts count_cells(const ladder_heat &c, const dim3 &block, int planes,
                                        const char *name, int multiple = 1) {
  ladder_kernel_counts k{};
  std::snprintf(k.name, sizeof k.name, "%s", name);
  k.launches = 1;
  const int threads[] = {int(block.x), int(block.y), int(block.z)}, size[] = {c.nz, c.nx, c.ny};
  k.blocks = 1;
  for (int axis = 0; axis < 3; ++axis) {
    k.block[axis] = threads[axis];
    k.tile[axis] = threads[axis] * (axis == 2 ? planes : 1);
    k.size[axis] = size[axis];
    k.blocks *= (size[axis] + k.tile[axis] - 1) / k.tile[axis];
  }
  k.cells = 1.0 * c.nz * c.nx * c.ny;
  for (int &cells : k.halo) cells = 1;
  k.fields_with_halo = 1;
  k.writes = 1;
  k.begins_anywhere = ceil_div(c.nz, multiple) * multiple % 8 ? multiple : 0;
  return k;
}

// Blocks that march along y with a tile of so many cells, planes of which come as boxes with a
// frame of 4 cells along z.
inline ladder_kernel_counts count_quads(const void *the_case, const dim3 &block,
                                        const int (&tile)[3], const char *name) {
  ladder_kernel_counts k =
      count_cells(*static_cast<const ladder_heat *>(the_case), block, 1, name, 4);
  k.blocks = 1;
  for (int axis = 0; axis < 3; ++axis) {
    k.tile[axis] = tile[axis];
    k.blocks *= (k.size[axis] + tile[axis] - 1) / tile[axis];
  }
  k.halo[0] = 4;
  k.box[0] = tile[0] + 8;
  k.shape = LADDER_BOX;
  k.in_graph = 1;
  return k;
}

inline ladder_status count_one(ladder_step_counts *step, const ladder_kernel_counts &k) {
  step->kernel[step->kernels++] = k;
  return LADDER_OK;
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

}  // namespace
