// What launches of all ladders declare alike, for predictions (harness/counts.h). No maths here.
#pragma once
#include <cstdio>
#include <string>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/counts.h"

namespace {

struct Extents {
  int z, x, y;
};

inline int64_t whole_blocks(int64_t cells, int64_t of_a_block) {
  return (cells + of_a_block - 1) / of_a_block;
}

// One launch of blocks that cover `size` in tiles.
inline ladder_kernel_counts cover(const std::string &name, Extents size, Extents tile,
                                  dim3 threads) {
  ladder_kernel_counts k{};
  std::snprintf(k.name, sizeof k.name, "%s", name.c_str());
  k.launches = k.blocks = 1;
  const int sizes[] = {size.z, size.x, size.y}, tiles[] = {tile.z, tile.x, tile.y},
            block[] = {int(threads.x), int(threads.y), int(threads.z)};
  for (int axis = 0; axis < 3; ++axis) {
    k.size[axis] = sizes[axis];
    k.tile[axis] = tiles[axis];
    k.block[axis] = block[axis];
    k.blocks *= whole_blocks(sizes[axis], tiles[axis]);
  }
  k.cells = 1.0 * size.z * size.x * size.y;
  return k;
}

inline ladder_status count_one(ladder_step_counts *step, const ladder_kernel_counts &k) {
  step->kernel[step->kernels++] = k;
  return LADDER_OK;
}

// A launch that the stage refuses is not declared.
inline ladder_status unless_refused(const auto &count) {
  try {
    return count();
  } catch (const Failure &) {
    return LADDER_REFUSED;
  }
}

}  // namespace
