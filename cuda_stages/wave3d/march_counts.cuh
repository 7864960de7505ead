// What a step of the stages whose threads go along y does, for predictions (harness/counts.h). No
// maths here.
#pragma once
#include <cstdio>

#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/sums.cuh"
#include "harness/counts.h"

namespace {

// Cells of a block's piece, those next to it along each axis, threads; z by x by y.
struct PieceOfBlock {
  int tile[3], halo[3], block[3];
};

// p(n) with its neighbours, p(n-1) and (v dt)^2 in, p(n+1) out over p(n-1). Without the loops.
inline ladder_kernel_counts march_of(const ladder_wave &c, const PieceOfBlock &of, int shape) {
  ladder_kernel_counts k{};
  k.launches = k.blocks = 1;
  const int size[] = {c.nz, c.nx, c.ny};
  for (int axis = 0; axis < 3; ++axis) {
    k.size[axis] = size[axis];
    k.tile[axis] = of.tile[axis];
    k.halo[axis] = of.halo[axis];
    k.block[axis] = of.block[axis];
    k.blocks *= ceil_div(size[axis], of.tile[axis]);
  }
  k.shape = shape;
  k.cells = 1.0 * c.nz * c.nx * c.ny;
  k.fields_with_halo = 1;
  k.reads = 2;
  k.writes = k.rewritten = 1;
  k.comes_ahead = 1;
  return k;
}

// Reads of 4 cells of a plane in shared memory by a thread with `lines` lines of 4: its column and
// what is next to its rows.
inline int quads_of_plane(int m, int lines) {
  return 2 * m + lines + lines * 2 * (frame_along_z(m) / 4);
}

}  // namespace
