// What a step of l2-aware does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/ring_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_ring(the_case, launch, step, "l2_aware_step");
};
