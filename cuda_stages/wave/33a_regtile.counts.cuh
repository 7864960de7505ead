// What a step of regtile does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const ladder_wave &c = wave_of(the_case);
  const auto *knob = launch->knob;
  const int m = c.half_length, z = knob[knob_block][0], x = knob[knob_block][1],
            columns = knob[knob_columns][0];
  const std::string name =
      "regtile_step<" + std::to_string(m) + ", " + std::to_string(columns) + ">";
  ladder_kernel_counts k = step_of_tiles(c, name, {4 * z, columns * x, 1}, dim3(z, x));
  k.halo[0] = (m + 3) / 4 * 4;  // whole quads
  k.in_graph = 1;
  k.uniform_accesses = 4 + columns;  // the step, the sources, factors of the sponge along y and x
  if (c.ny == 1) k.passed_over = 2 * m * columns;  // the neighbouring quads along y
  return count_one(step, k);
};
