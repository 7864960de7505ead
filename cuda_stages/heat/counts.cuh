// What a step of the stages without tiles does, for predictions (harness/counts.h). No maths here.
#pragma once
#include <cstdio>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/counts.h"
#include "harness/problems/heat/heat.h"

namespace {

// A thread has `planes` cells along y, in blocks of `block` threads.
inline ladder_kernel_counts count_cells(const ladder_heat &c, const dim3 &block, int planes,
                                        const char *name) {
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
  k.halo = 1;
  k.fields_with_halo = 1;
  k.writes = 1;
  return k;
}

inline ladder_status count_one(ladder_step_counts *step, const ladder_kernel_counts &k) {
  step->kernel[step->kernels++] = k;
  return LADDER_OK;
}

}  // namespace
