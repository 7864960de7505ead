// What a step of cache-hints does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/broad_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_broad(the_case, launch, step, "Wishes");
};
