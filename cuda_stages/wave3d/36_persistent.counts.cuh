// What a launch of persistent does, for predictions (harness/counts.h): all steps of the case. Its
// blocks wait for the one that records.
#pragma once
#include "cuda_stages/wave3d/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int threads = launch->knob[knob_threads][0], m = c.half_length;
  int cells = launch->knob[knob_cells][0];
  // The fewest with which the volume fits: of 65,536 registers a thread takes 40, 64, 64 or 128.
  for (int few = 1; !cells && few <= most_cells; few *= 2) {
    const int registers = few == 1 ? 40 : few < most_cells ? 64 : 128;
    const double blocks = 1.0 * (65536 / (registers * threads)) * step->device.multiprocessors;
    if (1.0 * c.nz * c.nx * c.ny <= few * threads * blocks) cells = few;
  }
  if (!cells) return LADDER_REFUSED;
  step->launch = {{{threads}, {cells}}};
  ladder_kernel_counts k{};
  std::snprintf(k.name, sizeof k.name, "advance_persistent<%d, %d>", m, cells);
  k.launches = 1.0 / c.steps;
  k.cells = 1.0 * c.nz * c.nx * c.ny;
  k.blocks = whole_blocks(int(k.cells), threads * cells);
  // The warps of a block that record, if any are left.
  const int recording = std::min(32 * int(whole_blocks(c.receivers, 32)), threads - 32);
  k.block[0] = threads - recording;
  k.block[1] = k.block[2] = 1;
  // The cells of a block follow each other: whole rows, and planes.
  int left = threads * cells;
  const int size[] = {c.nz, c.nx, c.ny};
  for (int axis = 0; axis < 3; ++axis) {
    k.size[axis] = size[axis];
    k.tile[axis] = std::min(size[axis], left);
    k.halo[axis] = m;
    left = int(whole_blocks(left, k.tile[axis]));
  }
  k.fields_with_halo = 1;
  k.writes = k.rewritten = 1;
  k.begins_anywhere = 1;
  k.rounds = k.grid_barriers = c.steps;
  step->kernel[step->kernels++] = k;
  if (recording > 0) {
    k.launches = 0;
    k.block[0] = recording;
    k.blocks = 1;
    k.loop[k.loops++] = {1, 3};  // number of the receiver, its value, the trace
    step->kernel[step->kernels++] = k;
  }
  return LADDER_OK;
};
