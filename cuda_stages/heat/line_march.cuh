// The march of `wide` through a piece: lines of four cells along z, the plane after the next asked
// for early. What a thread does with its cells behind the loop is the stage's own.
#pragma once
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad_lines.cuh"

namespace {

// behind(own, piece): all cells of the piece are made.
template <int Lines, typename Behind>
__device__ __forceinline__ void march_lines(const Grid &g, int planes, float factor,
                                            const float *__restrict__ now, float *__restrict__ next,
                                            Behind behind) {
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const QuadLines<Lines> own(g, factor);
  const std::int64_t plane = g.plane();
  std::int64_t at = g.at(own.iz, own.ix, piece.first);
  Quad below[Lines], centre[Lines], above[Lines];
  own.load(now, at - plane, below);
  own.load(now, at, centre);
  own.load(now, at + plane, above);
  for (int iy = piece.first; iy < piece.end; ++iy, at += plane) {
    Quad later[Lines];  // asked for before the plane at hand is computed
    own.load(now, at + 2 * plane, later, iy + 1 < piece.end);
    own.step(now, at, below, centre, above, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      below[i] = centre[i];
      centre[i] = above[i];
      above[i] = later[i];
    }
  }
  behind(own, piece);
}

// Stores the cells of a plane a second time, `way` cells from where they are. Of the thread's own
// cells and behind the loop, which then needs no more registers than that of wide.
template <int Lines>
__device__ __forceinline__ void store_again(const Grid &g, const QuadLines<Lines> &own,
                                            const Piece &piece, int iy, std::int64_t way,
                                            float *next) {
  if (iy < piece.first || iy >= piece.end) return;
#pragma unroll
  for (int i = 0; i < Lines; ++i)
    if (own.exists(i) && own.ix + i > 0 && own.ix + i < g.nx - 1) {
      float *const cell = next + g.at(own.iz, own.ix + i, iy);
      store_quad(cell + way, load_quad(cell));
    }
}

}  // namespace
