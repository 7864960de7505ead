// What a step of resident does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  const ladder_wave &c = wave_of(the_case);
  count_smem(the_case, launch->knob[knob_threads][0], block_of(launch->knob[knob_block]), step);
  const auto add_cells = [&](const char *name, int reads, int writes) {
    ladder_kernel_counts k = along_the_array(c, name, other_threads);
    k.reads = reads;
    k.writes = k.rewritten = writes;
    if (writes == 2) k.uniform_accesses = 2;  // the factors along x and y
    count_one(step, k);
  };
  const auto add_few = [&](const char *name, int count, int accesses) {
    if (!count) return;
    ladder_kernel_counts k =
        cover_anywhere(name, {count, 1, 1}, {other_threads, 1, 1}, other_threads);
    k.reads = k.writes = 1;
    if (accesses) k.loop[k.loops++] = {1, accesses};
    count_one(step, k);
  };
  add_cells("step_forward", 4, 1);
  add_few("inject", c.sources, 6);
  add_cells("taper", 2, 2);
  add_few("record", c.receivers, 0);
  return LADDER_OK;
};
