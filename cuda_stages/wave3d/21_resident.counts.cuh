// What a step of resident does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_apart(the_case, block_of(launch->knob[knob_block], launch->knob[knob_depth][0]),
                     step, false, true);
};
