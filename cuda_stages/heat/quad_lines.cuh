// The cells of a thread in one plane: 4 along z on `Lines` neighbouring lines along x. How they are
// loaded, and their step.
#pragma once
#include "cuda_stages/heat/quad.cuh"

namespace {

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
