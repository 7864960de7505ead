// What a step of general does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  const bool map = c.general && c.general->conductivity;
  const dim3 block(block_of(knob[knob_block]));
  const int planes =
      planes_of_piece(knob[knob_planes][0], Grid(c), block, step->device.blocks_at_once);
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k =
      count_cells(c, block, planes, map ? "march_general<true>" : "march_general<false>");
  k.in_graph = 1;
  k.reads = map;
  k.loops = 1;
  // A plane ahead and four neighbours, twice with a map; the result.
  k.loop[0] = {double(planes), map ? 11 : 6};
  return count_one(step, k);
};
