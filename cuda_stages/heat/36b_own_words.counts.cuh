// What a launch of own-words does, for predictions (harness/counts.h).
#pragma once
#include <map>

#include "cuda_stages/heat/kept_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const auto &c = *static_cast<const ladder_heat *>(the_case);
    const Patch patch = with_own_words(patch_of(*launch));
    const Tiling tiling =
        choose_tiling_of_words(Grid(c), patch, launch->knob[knob_tile][0],
                               launch->knob[knob_tile][1], launch->knob[knob_depth][0],
                               {step->device.multiprocessors, step->device.shared_bytes_a_block});
    KeptLaunch kept(patch, tiling, launch->knob[knob_lines][0]);
    kept.patch.held = 0;  // as its kernel is named
    const ladder_status status =
        count_kept(c, kept, "advance_own_words", step,
                   WholeLines<128, 16, 8>::are(tiling) ? "WholeLines<128, 16, 8>" : nullptr);
    // The shares of warps with a side of the tile, by the words of a thread there.
    std::map<int, std::vector<double>> sides;
    sides[words_of(4 * patch.y)].push_back(std::min(1.0, 2 / kept.warps_along_x()));
    sides[words_of(4 * patch.x)].push_back(std::min(1.0, 2 / kept.warps_along_y()));
    if (tiling.nz > 1) sides[words_of(patch.x * patch.y)].push_back(1);
    for (int k = 0; k < step->kernels; ++k) {
      ladder_kernel_counts &one = step->kernel[k];
      one.words = 0;  // each thread has its own
      one.shared_bytes = two_tiles(tiling);
      for (const auto &[words, shares] : sides) {
        double share = 0;
        for (const double each : shares) share += each / double(shares.size());
        if (share < 1) one.loop[one.loops++] = {share, words, 0};
      }
    }
    return status;
  });
};
