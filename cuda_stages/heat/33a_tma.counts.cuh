// What a step of tma does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto *knob = launch->knob;
  const dim3 block(block_of(knob[knob_block]));
  const Ring ring(block, knob[knob_ring][0]);
  const int planes =
      planes_of_piece(knob[knob_planes][0], Grid(*static_cast<const ladder_heat *>(the_case), 4),
                      dim3(4 * block.x, block.y), step->device.blocks_at_once);
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k = count_quads(
      the_case, block, {4 * knob[knob_block][0], knob[knob_block][1], planes}, "march_tma");
  k.shared_bytes = ring.tiles * ring.stride() * int(sizeof(float));
  k.copied_bytes = ring.bytes;
  return count_march(step, k, 1);
};
