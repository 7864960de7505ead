// What a launch of halo-last does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/persistent_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const ladder_wave &c = wave_of(the_case);
    const int m = c.half_length;
    const Device device(step->device.multiprocessors, step->device.shared_bytes_a_block);
    const Tiling t = Stage::choose(c, *launch, device);
    if (!t.z) return LADDER_REFUSED;
    const int threads = Stage::threads_of(m, t), computing = Patches(t).threads();
    const Lines lines(t, m);
    const int words = Lines::words(m), quads = quads_of_operator(m, Patches::columns);
    step->launch = {{{threads}, {t.z, t.x}}};
    ladder_kernel_counts k = persistent_tiles(c, "advance_halo_last<" + std::to_string(m) + ">", t,
                                              t.tiles(), computing, words * lines.lines());
    k.shared_bytes = lines.bytes();
    ladder_kernel_counts of_lines = more_threads(k, threads - computing);
    // The polls, what a line of either axis adds, what is sent after it was read anew.
    part(k, 0, 2 * words, 0);
    if (m > 2) part(k, 0, 2 * m, 2 * m);  // shorter lines are added without a branch
    part(k, 0, m + words, m);
    count_one(step, k);
    part(of_lines, 0, quads, quads);
    if (m > 2) part(of_lines, 0.5, 2 * m, 2 * m);
    return count_one(step, of_lines);
  });
};
