// What a step of wide does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave3d/march_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int m = c.half_length, z = launch->knob[knob_block][0], x = launch->knob[knob_block][1],
            lines = launch->knob[knob_lines][0], F = frame_along_z(m), pitch = 4 * z + 2 * F,
            with_frame = lines * x + 2 * m;
  const int planes = planes_of_piece(launch->knob[knob_planes][0], Grid(c, false), 4 * z, lines * x,
                                     step->device.blocks_at_once, longest_piece(c));
  step->launch.knob[knob_planes][0] = planes;
  const std::string name = "wide_step<" + std::to_string(m) + ", " + std::to_string(lines) + ">";
  ladder_kernel_counts k =
      march_of(c, name, {{4 * z, lines * x, planes}, {F, m, m}, dim3(z, x)}, LADDER_BOX);
  k.shared_bytes = ring * pitch * with_frame * int(sizeof(float));
  const int turns = planes + 2 * m, quads = quads_of_plane(m, lines);
  // p(n-1), (v dt)^2 and p(n+1); the sponge along y
  k.loop[k.loops++] = {double(turns), quads + 3 * lines + 1, quads};
  k.loop[k.loops++] = {double(ceil_div(with_frame, x)) * ceil_div(pitch, 4 * z), 1, 0, 1, 1};
  k.uniform_accesses = turns;
  return count_one(step, k);
};
