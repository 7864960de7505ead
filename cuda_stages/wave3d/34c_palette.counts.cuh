// What a step of palette does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/ring_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_ring<SlotsOf<true>>(the_case, launch, step, "palette_step");
};
