// What a pass of one-value does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/heat/counts.cuh"

namespace {

template <int Steps>
ladder_status count_one_value(const ladder_heat &c, ladder_step_counts *step) {
  using T = Tile<Steps>;
  const Grid g(c, 4);
  const int planes = planes_of(step->launch, g, step->device.multiprocessors);
  step->launch = {{{T::threads}, {Steps}, {planes}}};
  ladder_kernel_counts k =
      count_cells(c, dim3(T::threads, 1, 1), 1, "advance_one_value<" + std::to_string(Steps) + ">");
  k.blocks = std::int64_t{1} * ceil_div(g.nz, T::right_z) * ceil_div(g.nx, T::right_x) *
             ceil_div(g.ny, planes);
  k.shared_bytes = T::bytes;
  const ladder_status status =
      count_pass(step, k, {T::right_z, T::right_x, planes}, Steps, lines, 1);
  // The code has two turns: the outermost planes take one of their own, in which lines stay.
  ladder_kernel_counts &counted = step->kernel[0];
  ladder_loop &both = counted.loop[0], &outermost = counted.loop[counted.loops++];
  outermost = both;
  outermost.accesses += lines * (Steps - 1), outermost.shared += lines * (Steps - 1);
  outermost.turns = std::min(0.99, 2.0 * (Steps + 1) / (ceil_div(g.ny, planes) * both.turns));
  outermost.at_several_places = 1;
  both.accesses += outermost.accesses, both.shared += outermost.shared;
  both.copied += outermost.copied;
  return status;
}

}  // namespace

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const auto &c = *static_cast<const ladder_heat *>(the_case);
  switch (launch->knob[knob_steps][0]) {
    case 1:
      return count_one_value<1>(c, step);
    case 2:
      return count_one_value<2>(c, step);
    case 3:
      return count_one_value<3>(c, step);
    default:
      return count_one_value<4>(c, step);
  }
};
