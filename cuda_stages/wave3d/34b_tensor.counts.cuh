// What a step of tensor does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/march_counts.cuh"

// The tensor cores' own time is not counted.
LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int slots = launch->knob[knob_ring][0];
  const int planes = planes_of_piece(launch->knob[knob_planes][0], Grid(c, false), tile_z, tile_x,
                                     step->device.blocks_at_once, c.ny);
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k =
      march_of(c, "tensor_step<" + std::to_string(c.half_length) + ">",
               {{tile_z, tile_x, planes}, {band, band, c.half_length}, dim3(threads)}, LADDER_BOX);
  k.shared_bytes = slots * slot_size * int(sizeof(float));
  k.box[0] = pitch_of_now;
  k.box[1] = pitch_of_own;
  k.copied_bytes = double(sizeof(float)) * pitch_of_now * (tile_x + 2 * band);
  const int turns = planes + 2 * c.half_length, bands = 4 * 2 + 3, values = 4 * 2 + 3 * 4,
            own = 3 * 4;
  // The sponge along y; p(n+1) of four cells.
  k.loop[k.loops++] = {double(turns), bands + values + own + 1 + 4, bands + values + own};
  k.uniform_accesses = turns;
  return count_one(step, k);
};
