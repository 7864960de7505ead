// What a launch of persistent does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/persistent_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const ladder_wave &c = wave_of(the_case);
    const int m = c.half_length, columns = launch->knob[knob_columns][0],
              blocks = launch->knob[knob_blocks][0];
    const Device device(step->device.multiprocessors, step->device.shared_bytes_a_block);
    const Tiling t = Stage::choose(c, *launch, device);
    if (!t.z) return LADDER_REFUSED;
    const int threads = Stage::threads_of(m, columns, t);
    const int computing = whole_warps(t.z / 4 * (t.x / columns));
    const Exchange exchange(t, m, 0);
    step->launch = {{{threads}, {t.z, t.x}, {columns}, {blocks}}};
    ladder_kernel_counts k = persistent_tiles(
        c, "advance_persistent<" + std::to_string(m) + ", " + std::to_string(columns) + ">", t,
        t.tiles(), computing, exchange.words());
    k.shared_bytes = exchange.bytes();
    count_words(k, exchange);
    count_rows(k, exchange, columns);
    return count_with_others(step, k, threads, computing, m, columns);
  });
};
