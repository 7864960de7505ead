// The launches of kernels that have a strip along z, or a block of z by x (or y), in shared memory;
// the two knobs that set them. No maths here.
#pragma once
#include "cuda_stages/wave/padded.cuh"

namespace {

enum { knob_threads, knob_block };

class SharedMemoryLaunch {
 public:
  // The knobs: threads of a strip, threads of a block. The kernels are those with a block.
  template <typename Kernel>
  SharedMemoryLaunch(const Padded &grid, const ladder_launch &launch, Kernel along_x,
                     Kernel along_y)
      : grid(grid), threads(launch.knob[knob_threads][0]), block(block_of(launch.knob[knob_block])),
        block_bytes((block.y + 2 * grid.m) * block.x * sizeof(float)),
        strip_bytes((threads.x + 2 * grid.m) * sizeof(float)) {
    int most = 0;
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    refuse_if(block_bytes > most,
              "a block of " + std::to_string(block.x) + " x " + std::to_string(block.y) +
                  " with its halo needs " + std::to_string(block_bytes) +
                  " bytes of shared memory, and the device has " + std::to_string(most));
    for (Kernel kernel : {along_x, along_y})
      CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, block_bytes));
  }

  // Strips that cover so many places of the padded array.
  int strips(int places) const { return ceil_div(places, threads.x); }
  // Blocks that cover z and one minor axis; planes of the other go along the grid's z.
  dim3 blocks(int count, int planes) const {
    const int along = ceil_div(count, block.y);
    refuse_if(along > 65535, "more than 65535 blocks along an axis: take a longer block");
    return dim3(ceil_div(grid.nz, block.x), along, planes < 65535 ? planes : 65535);
  }
  ladder_launch used() const {
    return {
        {{static_cast<int>(threads.x)}, {static_cast<int>(block.x), static_cast<int>(block.y)}}};
  }

  const Padded grid;
  const dim3 threads, block;
  const int block_bytes, strip_bytes;
};

#define MINOR_BLOCK_KNOB(side)                                                                   \
  LADDER_KNOB(block, "threads a block of the minor directions, z by x (or y)", "convolve_minor", \
              2, {side, side}, {1, 1}, {1024, 1024})
#define SHARED_MEMORY_KNOBS(side)                                                              \
  LADDER_KNOB(threads, "threads a strip of the major direction z", "convolve_major", 1, {128}, \
              {1}, {1024}),                                                                    \
      MINOR_BLOCK_KNOB(side)

}  // namespace
