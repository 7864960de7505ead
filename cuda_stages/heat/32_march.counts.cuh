// What a step of march does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  const dim3 block(block_of(knob[knob_block]));
  const int planes =
      planes_of_piece(knob[knob_planes][0], Grid(c), block, step->device.blocks_at_once);
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k = count_cells(c, block, planes, "march");
  k.in_graph = 1;
  k.loops = 1;
  k.loop[0] = {double(planes), 6};  // a plane ahead, four neighbours, the result
  return count_one(step, k);
};
