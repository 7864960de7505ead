// What a pass of temporal does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  const auto *knob = launch->knob;
  const int steps = knob[knob_steps][0], lines = knob[knob_lines][0];
  return unless_refused([&] {
    const Pass pass = choose_pass(Grid(c, 4), steps, lines, threads_of_lines(lines),
                                  {knob[knob_tile][0], knob[knob_tile][1], knob[knob_planes][0]},
                                  step->device.multiprocessors, step->device.shared_bytes_a_block);
    step->launch = {{{pass.threads()}, {steps}, {lines}, {pass.z(), pass.x()}, {pass.planes}}};
    const std::string name = "advance_temporal<" + std::to_string(steps) + ", " +
                             std::to_string(lines) + ", " +
                             std::to_string(threads_of_lines(lines)) + ">";
    ladder_kernel_counts k = count_cells(c, dim3(pass.threads(), 1, 1), 1, name);
    k.blocks = std::int64_t{1} * pass.nz * pass.nx * pass.ny;
    k.shared_bytes = pass.shared_bytes();
    return count_pass(step, k, {pass.right_z(), pass.right_x(), pass.planes}, steps, lines, 0);
  });
};
