// What a step of arrive does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/plane_tile_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const int m = static_cast<const ladder_wave *>(the_case)->half_length;
  return count_plane_tile(the_case, launch, step, "arrive_step", 2 * m);
};
