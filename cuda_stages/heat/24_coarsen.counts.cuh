// What a step of coarsen does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  const std::string name = "step_coarse<" + std::to_string(knob[knob_cells][0]) + ">";
  return count_one(step, count_cells(c, block_of(knob[knob_block], knob[knob_depth][0]),
                                     knob[knob_cells][0], name));
};
