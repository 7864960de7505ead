// What a pass of two-step does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/pass_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_two_steps<Tile>(the_case, launch, step, "two_steps");
};
