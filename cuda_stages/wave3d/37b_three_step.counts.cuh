// What a pass of three-step does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/pass_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const auto &c = *static_cast<const ladder_wave *>(the_case);
    const DeepTile tile = choose_deep_tile(c, *launch);
    const std::string kernel =
        "three_steps<" + std::to_string(c.half_length) + ", " + std::to_string(tile.lines) + ", 3>";
    return count_pass(c, *launch, tile, most_steps, 4 * short_piece, kernel, step);
  });
};
