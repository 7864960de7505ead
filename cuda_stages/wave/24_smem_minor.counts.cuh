// What a step of smem-minor does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto *knob = launch->knob;
  add_major(step, wave_of(the_case), knob[knob_threads][0]);
  add_blocks(step, wave_of(the_case), {knob[knob_block][0], knob[knob_block][1], 1});
  return LADDER_OK;
};
