// What a launch of persistent does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/kept_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const auto &c = *static_cast<const ladder_heat *>(the_case);
    const KeptLaunch kept(c, *launch, step->device);
    const ladder_status status = count_kept(c, kept, "advance_persistent", step);
    // Values at both ends of the lines, lines on both sides, planes below and above.
    const int of_step = 2 * kept.patch.y + 2 * kept.patch.y + 2 * kept.patch.x;
    if (step->kernels > 1) part(step->kernel[1], 0, of_step, true);
    return status;
  });
};
