// What a step of wide does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  const int lines = knob[knob_lines][0], z = 4 * knob[knob_block][0],
            x = lines * knob[knob_block][1];
  const int planes = planes_of_piece(knob[knob_planes][0], Grid(c, 4), dim3(z, x),
                                     step->device.blocks_at_once, longest_piece);
  step->launch.knob[knob_planes][0] = planes;
  const std::string name = "march_wide<" + std::to_string(lines) + ">";
  ladder_kernel_counts k = count_tiles(c, block_of(knob[knob_block]), {z, x, planes}, name, 4);
  k.in_graph = 1;
  k.comes_ahead = 2;
  k.loops = 1;
  // A plane ahead, the lines on both sides, two cells at the ends of a row, the result.
  k.loop[0] = {double(planes), 2 + 4 * lines};
  return count_one(step, k);
};
