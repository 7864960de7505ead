// Boxes of one plane of the field, as the tensor memory accelerator copies them. No maths here.
#pragma once
#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/tensor_copy.cuh"

namespace {

// Of z by x cells. Where it misses, the second-level cache fetches 256 bytes at once: a
// neighbouring tile will want them.
inline CUtensorMap boxes_of(float *field, const Grid &g, int z, int x) {
  return tensor_map<3>(field,
                       {.cells = {g.nz, g.nx, g.ny},
                        .pitches = {g.pitch, g.plane()},
                        .sides = {z, x, 1},
                        .promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B},
                       "wide");
}

}  // namespace
