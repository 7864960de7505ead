// What a launch of batch does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/persistent_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const ladder_wave &c = wave_of(the_case);
    const int m = c.half_length, shots = launch->knob[knob_shots][0];
    const Device device(step->device.multiprocessors, step->device.shared_bytes_a_block);
    const Tiling t = choose_batch_tiling(c, shots, launch->knob[knob_tile], device);
    const int threads = threads_of_batch(m, t);
    const Exchange exchange(t, m, 0);
    step->launch = {{{shots}, {t.z, t.x}, {threads}}};
    ladder_kernel_counts k = persistent_tiles(c, "advance_batch<" + std::to_string(m) + ", false>",
                                              t, shots * t.tiles(), threads, exchange.words());
    k.shared_bytes = exchange.bytes();
    count_words(k, exchange);
    return count_one(step, k);
  });
};
