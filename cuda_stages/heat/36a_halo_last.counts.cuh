// What a launch of halo-last does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/kept_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const auto &c = *static_cast<const ladder_heat *>(the_case);
    const KeptLaunch kept(c, *launch, step->device);
    const ladder_status status = count_kept(c, kept, "advance_halo_last", step);
    const int x = kept.patch.x, y = kept.patch.y;
    for (int k = 0; k < step->kernels; ++k) {
      // Every warp has both ends of lines, few have one of the other sides.
      const double of_x = 1 / kept.warps_along_x(), of_y = 1 / kept.warps_along_y();
      if (x == y)
        part(step->kernel[k], (1 + of_x + of_y) / 3, y, false);
      else {
        part(step->kernel[k], (1 + of_x) / 2, y, false);
        part(step->kernel[k], of_y, x, false);
      }
    }
    if (step->kernels > 1) {
      part(step->kernel[1], 0, 2, true);              // a plane with its lines on both sides
      part(step->kernel[1], 0, 2 + x, true);          // with the plane below, or above
      part(step->kernel[1], 0, 4 * y + 2 * x, true);  // the sides
    }
    return status;
  });
};
