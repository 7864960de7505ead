// What a step of pinned does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_smem(the_case, launch->knob[knob_threads][0], block_of(launch->knob[knob_block]),
                    step);
};
