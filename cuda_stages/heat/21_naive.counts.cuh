// What a step of naive does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  return count_one(step, count_cells(c, dim3(32, 1, 1), 1, "step_cells"));
};
