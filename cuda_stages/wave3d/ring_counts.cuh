// What a step of `tma` and its children does, for predictions (harness/counts.h). No maths here.
#pragma once
#include "cuda_stages/wave3d/march_counts.cuh"
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/ring_march.cuh"

namespace {

template <typename AnySlots = Slots>
ladder_status count_ring(const void *the_case, const ladder_launch *launch,
                         ladder_step_counts *step, const char *kernel) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const auto *knob = launch->knob;
  const int m = c.half_length, lines = knob[knob_lines][0];
  AnySlots slots{knob[knob_tile][0], knob[knob_tile][1], lines, frame_along_z(m), m,
                 knob[knob_ring][0]};
  if (!slots.count)
    slots.count =
        slots_chosen<AnySlots>(slots_that_fit(slots, step->device.shared_bytes_a_block), m);
  const Grid grid(c, false);
  const int planes = planes_of_piece(knob[knob_planes][0], grid, slots.z, slots.x,
                                     step->device.blocks_at_once, most_planes_of<AnySlots>(grid));
  step->launch = {{{slots.threads()}, {slots.z, slots.x}, {lines}, {slots.count}, {planes}}};
  ladder_kernel_counts k = march_of(
      c, kernel + ("<" + std::to_string(m)) + ", " + std::to_string(lines) + ">",
      {{slots.z, slots.x, planes}, {slots.frame_z, m, m}, dim3(slots.threads())}, LADDER_BOX);
  k.shared_bytes = slots.bytes();
  k.reads = 1 + 1.0 / AnySlots::in_a_word;
  k.box[0] = slots.pitch();
  k.box[1] = slots.z;
  k.copied_bytes = double(sizeof(float)) * slots.tile_of_now();
  // Every plane that comes is gone through; the first 2 M of a piece complete none.
  const int turns = planes + 2 * m;
  const int v2dt2 = AnySlots::values ? 1 + 4 : 1;                    // the bytes, and their values
  const int quads = quads_of_plane(m, lines) + (1 + v2dt2) * lines;  // p(n-1) and (v dt)^2
  k.loop[k.loops++] = {double(turns), quads + 1 + lines, quads};     // the sponge along y; p(n+1)
  k.uniform_accesses = turns;
  return count_one(step, k);
}

}  // namespace
