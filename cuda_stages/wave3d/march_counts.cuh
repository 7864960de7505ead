// What a step of the stages whose threads go along y does, for predictions (harness/counts.h). No
// maths here.
#pragma once
#include "cuda_stages/shared/counts.cuh"
#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

// Cells of a block's piece, those next to it along each axis, threads; z by x by y.
struct PieceOfBlock {
  Extents tile;
  int halo[3];
  dim3 block;
};

// p(n) with its neighbours, p(n-1) and (v dt)^2 in, p(n+1) out over p(n-1). Without the loops.
inline ladder_kernel_counts march_of(const ladder_wave &c, const std::string &kernel,
                                     const PieceOfBlock &of, int shape) {
  ladder_kernel_counts k = cover(kernel, {c.nz, c.nx, c.ny}, of.tile, of.block);
  std::copy(std::begin(of.halo), std::end(of.halo), k.halo);
  k.shape = shape;
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
