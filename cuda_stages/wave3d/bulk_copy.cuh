// Boxes of one plane of a volume, as bulk copies of Hopper's tensor memory accelerator
// (shared/tensor_copy.cuh). `tma` shows how they are used.
#pragma once
#include "cuda_stages/shared/tensor_copy.cuh"
#include "cuda_stages/wave3d/run.cuh"

namespace {

using Barrier = Arrival;

inline void must_have_accelerator() { must_have_accelerator("wide"); }

// Boxes of z by x cells of one plane.
inline CUtensorMap tensor_map(float *cells, const Grid &g, int z, int x) {
  return tensor_map<3>(cells,
                       {.cells = {g.nz, g.nx, g.ny},
                        .pitches = {std::int64_t(g.pitch), std::int64_t(g.plane)},
                        .sides = {z, x, 1},
                        .promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B},
                       "wide");
}

// One thread; the box begins at cell (z, x, y), which may be negative.
__device__ inline void fetch_box(float *to, const CUtensorMap &map, int z, int x, int y,
                                 Barrier &barrier) {
  const int begin[] = {z, x, y};
  fetch_box(to, map, begin, barrier);
}

// The state of a ring of slots in shared memory: the slot, and the parity of its round.
struct RingPlace {
  int slots, slot = 0, parity = 0;
  __device__ explicit RingPlace(int slots) : slots(slots) {}
  __device__ void next() {
    if (++slot == slots) slot = 0, parity ^= 1;
  }
};

}  // namespace
