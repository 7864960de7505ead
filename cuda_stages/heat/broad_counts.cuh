// What a step of the kernel of broad.cuh does, for predictions (harness/counts.h). No maths here.
#pragma once
#include "cuda_stages/heat/broad.cuh"
#include "cuda_stages/heat/counts.cuh"

namespace {

// What the second-level cache is asked for is not part of what is declared.
inline ladder_status count_broad(const void *the_case, const ladder_launch *launch,
                                 ladder_step_counts *step, const char *cache) {
  const auto *knob = launch->knob;
  const int lines = knob[knob_lines][0];
  const dim3 block(block_of(knob[knob_block]));
  if (4 * block.x > box_side && 4 * block.x % box_side) return LADDER_REFUSED;
  const BroadTile tile(block, lines, knob[knob_ring][0]);
  const std::string name = "march_broad<" + std::to_string(lines) + ", " + cache + ">";
  const int planes =
      planes_of_piece(knob[knob_planes][0], Grid(*static_cast<const ladder_heat *>(the_case), 4),
                      dim3(4 * block.x, tile.rows), step->device.blocks_at_once, longest_piece);
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k =
      count_quads(the_case, block, {4 * knob[knob_block][0], tile.rows, planes}, name);
  k.shared_bytes = tile.shared_bytes();
  k.copied_bytes = tile.bytes();
  return count_march(step, k, lines);
}

}  // namespace
