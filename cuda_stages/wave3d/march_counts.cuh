// What a step of the stages whose threads go along y does, for predictions (harness/counts.h). No maths here.
#pragma once
#include <cstdio>

#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/sums.cuh"
#include "harness/counts.h"

namespace {

// Cells of a block's piece, those beside it along each axis, threads; z by x by y.
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
    k.blocks *= (size[axis] + of.tile[axis] - 1) / of.tile[axis];
  }
  k.shape = shape;
  k.cells = 1.0 * c.nz * c.nx * c.ny;
  k.fields_with_halo = 1;
  k.reads = 2;
  k.writes = k.rewritten = 1;
  k.comes_ahead = 1;
  return k;
}

// Reads of 4 cells of a plane in shared memory by a thread with `lines` lines of 4: its column and what is beside its rows.
inline int quads_of_plane(int m, int lines) {
  return 2 * m + lines + lines * 2 * (frame_along_z(m) / 4);
}

// `march` and `arrive`, whose threads have a cell of a plane and bring the frame of the next one. `planes` must be given:
// what is chosen without them depends on the device.
inline ladder_status count_plane_tile(const void *the_case, const ladder_launch *launch,
                                      ladder_step_counts *step, const char *kernel,
                                      bool from_the_frame) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int m = c.half_length, z = launch->knob[0][0], x = launch->knob[0][1],
            planes = launch->knob[1][0];
  if (!planes) return LADDER_REFUSED;
  ladder_kernel_counts k = march_of(c, {{z, x, planes}, {m, m, m}, {z, x, 1}}, LADDER_STAR);
  std::snprintf(k.name, sizeof k.name, "%s<%d>", kernel, m);
  k.shared_bytes = 2 * int(sizeof(float)) * (z + 2 * m) * (x + 2 * m);
  const int turns = from_the_frame ? planes + 2 * m : planes;
  // A cell that comes, p(n-1), (v dt)^2, the sponge along y, p(n+1); into shared memory, and its neighbours from there.
  k.loop[k.loops++] = {double(turns), 5 + 1 + 4 * m, 1 + 4 * m};
  k.loop[k.loops++] = {double((2 * m + z - 1) / z), 1, 0, 1, 1};
  k.loop[k.loops++] = {double((2 * m + x - 1) / x), 1, 0, 1, 1};
  k.uniform_accesses = turns;
  step->kernel[step->kernels++] = k;
  return LADDER_OK;
}

}  // namespace
