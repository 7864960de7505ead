// Four cells along z, as one access of 16 bytes. No maths here.
#pragma once
#include "cuda_stages/heat/field.cuh"

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

// The cells of a thread in one plane: 4 along z on `Lines` neighbouring lines along x. How they are
// loaded, and their step.

template <int Lines>
struct QuadLines {
  const Grid g;
  const int iz, ix;
  const Quad factors;      // zero where a cell stays
  const int lane;          // of a warp; they go along z within a block
  const bool first, last;  // whether no thread of the warp has the neighbour before, behind

  __device__ QuadLines(Grid g, float factor)
      : g(g), iz(4 * (blockIdx.x * blockDim.x + threadIdx.x)),
        ix(Lines * (blockIdx.y * blockDim.y + threadIdx.y)),
        factors(factors_along_z(factor, iz, g.nz)),
        lane((threadIdx.x + blockDim.x * threadIdx.y) % 32), first(threadIdx.x == 0 || lane == 0),
        last(threadIdx.x == blockDim.x - 1 || lane == 31) {}

  __device__ bool exists(int i) const { return iz < g.nz && ix + i >= 0 && ix + i < g.nx; }
  // Line i of those whose first cell stands at `at`; zeros where there is none.
  __device__ Quad load(const float *now, std::int64_t at, int i) const {
    const Quad none = {};
    return exists(i) ? load_quad(now + at + i * g.pitch) : none;
  }
  __device__ void load(const float *now, std::int64_t at, Quad (&lines)[Lines],
                       bool wanted = true) const {
    const Quad none = {};
#pragma unroll
    for (int i = 0; i < Lines; ++i) lines[i] = wanted ? load(now, at, i) : none;
  }

  // From the plane at `at` and the two next to it to `next`. Neighbours along z come from the
  // neighbouring threads, or from memory at the ends of a warp and of a block; all threads of a
  // warp must call it.
  __device__ void step(const float *now, std::int64_t at, const Quad (&below)[Lines],
                       const Quad (&centre)[Lines], const Quad (&above)[Lines], float *next) const {
    const Quad left = load(now, at, -1), right = load(now, at, Lines);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      const float *const own = now + at + i * g.pitch;
      QuadNeighbours n = {.before = __shfl_up_sync(0xffffffff, centre[i].c[3], 1),
                          .behind = __shfl_down_sync(0xffffffff, centre[i].c[0], 1),
                          .left = i > 0 ? centre[i - 1] : left,
                          .right = i < Lines - 1 ? centre[i + 1] : right,
                          .below = below[i],
                          .above = above[i]};
      if (!exists(i) || ix + i == 0 || ix + i == g.nx - 1) continue;
      if (first) n.before = iz > 0 ? own[-1] : 0.0f;
      if (last) n.behind = iz + 4 < g.nz ? own[4] : 0.0f;
      store_quad(next + at + i * g.pitch, step_quad(factors, centre[i], n));
    }
  }
};

}  // namespace
