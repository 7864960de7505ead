// What a step of march does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/plane_tile_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_plane_tile(the_case, launch, step, "march_step", 0);
};
