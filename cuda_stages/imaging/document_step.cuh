// Propagation as in the document: blocks of 16 x 16 points with their halos in shared memory, and a
// kernel of its own for what is injected. A step from p(n-1) and p(n) to p(n+1).
#pragma once
#include "cuda_stages/imaging/shot.cuh"

namespace {

constexpr int tile_side = 16;  // of the document's blocks

// M: the half-length, or 0 where it is known at run time alone.
template <int M>
__global__ void propagate(Medium s, const float *now, const float *before, float *next) {
  constexpr int most = M ? M : LADDER_IMAGING_MOST_HALF_LENGTH;
  __shared__ float tile[tile_side + 2 * most][tile_side + 2 * most];
  const Grid &g = s.g;
  const int m = M ? M : g.m;
  const int z0 = blockIdx.x * tile_side, x0 = blockIdx.y * tile_side;
  // Each thread its point, and some the halos: in all four directions, the corners are not needed.
  const int iz = z0 + threadIdx.x, ix = x0 + threadIdx.y;
  const int tz = threadIdx.x + m, tx = threadIdx.y + m;
  const auto load = [&](int dz, int dx) {
    const int z = iz + dz, x = ix + dx;
    tile[tx + dx][tz + dz] = z < g.nz + m && x < g.nx + m ? now[g.at(z, x)] : 0.0f;
  };
  load(0, 0);
  if (threadIdx.x < m) {
    load(-m, 0);
    load(tile_side, 0);
  }
  if (threadIdx.y < m) {
    load(0, -m);
    load(0, tile_side);
  }
  __syncthreads();
  if (!g.has(iz, ix)) return;
  const float centre = tile[tx][tz];
  float lap = s.taps.z[0] * centre;
  lap += s.taps.x[0] * centre;
#pragma unroll
  for (int k = 1; k <= m; ++k) lap += s.taps.z[k] * (tile[tx][tz + k] + tile[tx][tz - k]);
#pragma unroll
  for (int k = 1; k <= m; ++k) lap += s.taps.x[k] * (tile[tx + k][tz] + tile[tx - k][tz]);
  const int at = g.at(iz, ix);
  const float sponge = s.sponge(iz, ix);
  next[at] = sponge * (2.0f * centre - sponge * before[at] + s.v2dt2[iz + g.nz * ix] * lap);
}

// Row n - 1 of what is injected, at time n.
__global__ void inject(Injected s, int n, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.count)
    p[s.places[i]] += s.factors[i] * s.signal[std::size_t{1} * (n - 1) * s.count + i];
}

inline void document_step(const Shot &shot, const Injected &injected, int n, const float *now,
                          const float *before, float *next) {
  const Grid &g = shot.grid;
  const dim3 block(tile_side, tile_side);
  const dim3 blocks(ceil_div(g.nz, tile_side), ceil_div(g.nx, tile_side));
  with_half_length(
      g.m, [&](auto m) { propagate<m><<<blocks, block>>>(shot.medium(), now, before, next); });
  CHECK(cudaGetLastError());
  if (injected.count == 0) return;
  inject<<<ceil_div(injected.count, 128), 128>>>(injected, n, next);
  CHECK(cudaGetLastError());
}

// p(n) from the two before it, and q(n) from the two behind it.
inline void document_forward(const Shot &shot, int n) {
  document_step(shot, shot.source(), n, shot.forward(n - 1), shot.forward(n - 2), shot.forward(n));
}
inline void document_backward(const Shot &shot, int n) {
  document_step(shot, shot.receivers(), n, shot.backward(n + 1), shot.backward(n + 2),
                shot.backward(n));
}

}  // namespace
