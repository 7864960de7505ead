// What a step of restrict does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  return count_one(
      step, count_cells(c, block_of(knob[knob_block], knob[knob_depth][0]), 1, "step_cells"));
};
