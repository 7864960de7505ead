// What a step of `march` and `arrive` does, for predictions (harness/counts.h). No maths here.
#pragma once
#include "cuda_stages/wave3d/march_counts.cuh"
#include "cuda_stages/wave3d/pieces.cuh"
#include "cuda_stages/wave3d/plane_tile.cuh"

namespace {

// `neighbouring_turns`: planes next to a piece that it goes through as through its own.
inline ladder_status count_plane_tile(const void *the_case, const ladder_launch *launch,
                                      ladder_step_counts *step, const char *kernel,
                                      int neighbouring_turns) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int m = c.half_length, z = launch->knob[knob_block][0], x = launch->knob[knob_block][1],
            planes = planes_of_piece(launch->knob[knob_planes][0], Grid(c, true), z, x,
                                     step->device.blocks_at_once, c.ny),
            turns = planes + neighbouring_turns;
  step->launch.knob[knob_planes][0] = planes;
  ladder_kernel_counts k = march_of(c, kernel + ("<" + std::to_string(m)) + ">",
                                    {{z, x, planes}, {m, m, m}, dim3(z, x)}, LADDER_STAR);
  k.shared_bytes = plane_tile_bytes(dim3(z, x), m);
  // A cell that comes, p(n-1), (v dt)^2, the sponge along y, p(n+1); into shared memory, and its
  // neighbours from there.
  k.loop[k.loops++] = {double(turns), 5 + 1 + 4 * m, 1 + 4 * m};
  // The frame of the next plane: next to its rows, and the rows next to it.
  k.loop[k.loops++] = {double(ceil_div(2 * m, z)), 1, 0, 1, 1};
  k.loop[k.loops++] = {double(ceil_div(2 * m, x)), 1, 0, 1, 1};
  k.uniform_accesses = turns;
  k.warps_differ = 1;  // few bring the frame
  return count_one(step, k);
}

}  // namespace
