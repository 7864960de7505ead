// The cells of a thread, `Lines` lines of 4 along z: what is left of a step when L p is known. No
// idea of a stage.
#pragma once
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

template <int Lines>
struct OwnCells {
  int iz, ix;         // the first one
  Quad taper[Lines];  // of z and x; 0 outside the grid

  __device__ OwnCells(const Step &s, int iz, int ix) : iz(iz), ix(ix) {
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const bool inside = iz + j >= 0 && iz + j < s.g.nz && ix + i >= 0 && ix + i < s.g.nx;
        taper[i].c[j] = inside ? s.sponge_z[iz + j] * s.sponge_x[ix + i] : 0.0f;
      }
  }

  // p(n+1) in plane iy. settled: p(n-1) has been tapered twice already.
  __device__ void finish(const Step &s, int iy, int n, bool settled, SourcesOnTheWay &sources,
                         const Quad (&now)[Lines], const Quad (&before)[Lines],
                         const Quad (&v2dt2)[Lines], const Quad (&lap)[Lines],
                         Quad (&next)[Lines]) const {
    const float sponge_y = s.sponge_y[iy];
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float second = settled ? 1.0f : taper[i].c[j] * sponge_y;
        next[i].c[j] = stepped(now[i].c[j], before[i].c[j], second, v2dt2[i].c[j], lap[i].c[j]);
      }
    sources.in_plane(iy, n, [&](int z, int x, float pulse) {
#pragma unroll
      for (int i = 0; i < Lines; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (z == iz + j && x == ix + i) next[i].c[j] += pulse;
    });
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) next[i].c[j] *= taper[i].c[j] * sponge_y;
  }
};

}  // namespace
