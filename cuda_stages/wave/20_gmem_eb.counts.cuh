// What a step of gmem-eb does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_operator(the_case, launch->knob[knob_threads][0], step, true);
};
