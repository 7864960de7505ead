// Four cells along z, as one access of 16 bytes. No maths here.
#pragma once
#include "cuda_stages/heat/entries.cuh"

namespace {

struct Quad {
  float c[4];
};

// From and to addresses at 16 bytes.
__device__ inline Quad load_quad(const float *p) {
  const float4 v = *reinterpret_cast<const float4 *>(p);
  return {{v.x, v.y, v.z, v.w}};
}
__device__ inline void store_quad(float *p, const Quad &q) {
  *reinterpret_cast<float4 *>(p) = make_float4(q.c[0], q.c[1], q.c[2], q.c[3]);
}

// The factor of each cell of the quad at iz: zero where the cell has no neighbour along z, so that
// it stays.
__device__ inline Quad factors_along_z(float factor, int iz, int nz) {
  Quad f;
#pragma unroll
  for (int j = 0; j < 4; ++j) f.c[j] = iz + j > 0 && iz + j < nz - 1 ? factor : 0.0f;
  return f;
}

// The step of four cells. The factors are zero for cells that stay.
struct QuadNeighbours {
  float before, behind;  // along z, of the first and the last cell
  Quad left, right, below, above;
};
__device__ inline Quad step_quad(const Quad &f, const Quad &centre, const QuadNeighbours &n) {
  Quad next;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const float before = j > 0 ? centre.c[j - 1] : n.before,
                behind = j < 3 ? centre.c[j + 1] : n.behind;
    const float sum =
        (before + behind) + (n.left.c[j] + n.right.c[j]) + (n.below.c[j] + n.above.c[j]);
    next.c[j] = fmaf(f.c[j], fmaf(-6.0f, centre.c[j], sum), centre.c[j]);
  }
  return next;
}

}  // namespace
