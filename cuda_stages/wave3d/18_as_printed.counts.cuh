// What a step of as-printed does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const dim3 block = block_of(launch->knob[knob_block], launch->knob[knob_depth][0]);
  ladder_kernel_counts k = step_of_a_cell(c, block, "stencil");
  const int turns = 2 * c.half_length + 1;
  k.rewritten = 0;  // p(n+1) has an array of its own
  k.uniform_accesses = turns;
  k.loops = 1;
  k.loop[0] = {double(turns), 4};  // a coefficient and a cell of each axis
  step->kernel[step->kernels++] = k;
  add_record_inject_taper(c, block, *step);
  return LADDER_OK;
};
