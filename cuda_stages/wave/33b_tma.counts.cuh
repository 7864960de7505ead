// What a step of tma does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const ladder_wave &c = wave_of(the_case);
  if (c.ny > 1) return LADDER_REFUSED;
  const int z = launch->knob[knob_tile][0], x = launch->knob[knob_tile][1];
  const int m = c.half_length, frame = (m + 3) / 4 * 4;
  ladder_kernel_counts k =
      step_of_tiles(c, "tma_step<" + std::to_string(m) + ">", {z, x, 1}, dim3(z / 4, x / C));
  k.halo[0] = frame;
  k.shape = LADDER_BOX;
  k.copied_bytes = sizeof(float) * (z + 2 * frame) * (x + 2 * m);
  k.shared_bytes = int(k.copied_bytes);
  k.in_graph = 1;
  k.uniform_accesses = 4 + C;  // the step, the sources, factors of the sponge along y and x
  return count_one(step, k);
};
