// What a step of fused does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_fused(the_case, block_of(launch->knob[knob_block]), step, false);
};
