// What a pass of several steps does, for predictions (harness/counts.h). No maths here.
#pragma once
#include "cuda_stages/wave3d/counts.cuh"
#include "cuda_stages/wave3d/march_counts.cuh"
#include "cuda_stages/wave3d/pieces.cuh"

namespace {

// The kernel of `steps` steps, by name; `longest` is the piece along y that it takes at most.
template <typename AnyTile>
ladder_status count_pass(const ladder_wave &c, const ladder_launch &launch, const AnyTile &tile,
                         int steps, int longest, const std::string &kernel,
                         ladder_step_counts *step) {
  const int m = c.half_length, lines = tile.lines;
  const bool palette = tile.in_a_word > 1;
  const Grid grid(c, false);
  const int planes = planes_of_piece(launch.knob[knob_planes][0], grid, tile.keep_z, tile.keep_x,
                                     step->device.blocks_at_once, longest);
  step->launch = {{{tile.threads()}, {tile.keep_z, tile.keep_x}, {lines}, {planes}}};
  const int rim[] = {rim_z, (steps - 1) * m, (steps - 1) * m};
  ladder_kernel_counts k = march_of(
      c, kernel,
      {{tile.keep_z, tile.keep_x, planes}, {2 * rim_z, steps * m, steps * m}, dim3(tile.threads())},
      LADDER_BOX);
  k.launches = 1.0 / steps;
  k.shared_bytes = tile.bytes();
  k.reads = 1 + 1.0 / tile.in_a_word;
  std::copy(rim, rim + 3, k.rim);
  k.writes = 2;  // the last two steps of the pass
  k.rewritten = 0;
  k.box[0] = tile.pitch();
  k.box[1] = tile.z();
  k.copied_bytes = double(sizeof(float)) * tile.framed();
  // A plane goes through all steps, but step k makes no more than planes + 2 (steps - k + 1) m: in
  // the mean they work so often. With a palette a plane's bytes are read once, and four values a
  // quad and step.
  const int turns = planes + (steps + 1) * m;
  const int v2dt2 = palette ? 1 + 4 * steps : steps;
  const int shared = steps * quads_of_plane(m, lines) + (1 + v2dt2 + steps - 1) * lines;
  k.loop[k.loops++] = {double(turns), shared + steps + 2 * lines, shared};
  k.uniform_accesses = double(turns) * steps;  // the sponge along y
  step->kernel[step->kernels++] = k;
  if (c.receivers) {  // of the step that leaves its field last but one
    step->kernel[step->kernels] = few_threads(c, "record_sample", c.receivers, 256, 1);
    step->kernel[step->kernels++].launches = 1.0 / steps;
  }
  return LADDER_OK;
}

// `two-step` and its child.
template <typename AnyTile>
ladder_status count_two_steps(const void *the_case, const ladder_launch *launch,
                              ladder_step_counts *step, const std::string &kernel) {
  return unless_refused([&] {
    const auto &c = *static_cast<const ladder_wave *>(the_case);
    const auto tile = choose_tile<AnyTile>(c, *launch);
    const std::string of =
        "<" + std::to_string(c.half_length) + ", " + std::to_string(tile.lines) + ", true>";
    return count_pass(c, *launch, tile, 2, short_piece, kernel + of, step);
  });
}

}  // namespace
