// What a step of `tma` and its child does, for predictions (harness/counts.h). No maths here.
#pragma once
#include <cstdio>

#include "cuda_stages/wave3d/slots.cuh"
#include "harness/counts.h"

namespace {

// `ring` and `planes` must be given: what is chosen without them depends on the device.
inline ladder_status count_ring(const void *the_case, const ladder_launch *launch,
                                ladder_step_counts *step, const char *kernel) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const auto *knob = launch->knob;
  const int m = c.half_length, lines = knob[2][0], planes = knob[4][0];
  const Slots slots{knob[1][0], knob[1][1], lines, frame_along_z(m), m, knob[3][0]};
  if (!slots.count || !planes) return LADDER_REFUSED;
  ladder_kernel_counts &k = step->kernel[step->kernels++];
  std::snprintf(k.name, sizeof k.name, "%s<%d, %d>", kernel, m, lines);
  k.launches = 1;
  const int size[] = {c.nz, c.nx, c.ny}, tile[] = {slots.z, slots.x, planes},
            halo[] = {slots.frame_z, m, m}, block[] = {slots.threads(), 1, 1};
  k.blocks = 1;
  for (int axis = 0; axis < 3; ++axis) {
    k.size[axis] = size[axis];
    k.tile[axis] = tile[axis];
    k.halo[axis] = halo[axis];
    k.block[axis] = block[axis];
    k.blocks *= ceil_div(size[axis], tile[axis]);
  }
  k.shape = LADDER_BOX;
  k.cells = 1.0 * c.nz * c.nx * c.ny;
  k.fields_with_halo = 1;
  k.reads = 2;
  k.writes = k.rewritten = 1;
  k.shared_bytes = slots.bytes();
  k.copied_bytes = double(sizeof(float)) * slots.tile_of_now();
  k.comes_ahead = 1;
  // Every plane that comes is gone through; the first 2 M of a piece complete none.
  const int turns = planes + 2 * m;
  const int quads = 2 * m + lines + lines * 2 * (slots.frame_z / 4) + 2 * lines;
  k.loops = 1;
  k.loop[0] = {double(turns), quads + 1 + lines, quads};  // and the sponge along y; p(n+1)
  k.uniform_accesses = turns;
  return LADDER_OK;
}

}  // namespace
