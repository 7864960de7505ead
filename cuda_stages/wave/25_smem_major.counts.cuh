// What a step of smem-major does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const ladder_wave &c = wave_of(the_case);
  if (launch->knob[knob_method][0] != 1)
    return LADDER_REFUSED;  // only the strips of method 1 are declared
  add_strips(step, c, launch->knob[knob_threads][0] ? launch->knob[knob_threads][0] : 1024);
  ladder_kernel_counts minor = along_the_array(c, "convolve_minor", 1024);
  minor.halo[1] = minor.halo[2] = c.half_length;
  minor.fields_with_halo = 1;
  minor.reads = minor.writes = minor.rewritten = 1;  // lap
  turn_for_taps(minor, c, axes(c) - 1, 1);
  return count_one(step, minor);
};
