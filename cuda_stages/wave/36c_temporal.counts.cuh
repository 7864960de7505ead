// What a launch of temporal does, for predictions (harness/counts.h).
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
    const Strips strips = {t, m, columns};
    const int of_tile = whole_warps(strips.patches_of_tile());
    const Exchange exchange(t, 2 * m, m);
    step->launch = {{{threads}, {t.z, t.x}, {columns}, {blocks}}};
    ladder_kernel_counts k = persistent_tiles(
        c, "advance_temporal<" + std::to_string(m) + ", " + std::to_string(columns) + ">", t,
        t.tiles(), of_tile, exchange.words(), 2);
    k.shared_bytes = exchange.bytes();
    count_words(k, exchange);
    count_rows(k, exchange, columns);
    // A turn has two steps, and words are sent in the second one. A strip's cells are computed in
    // the first one, and p(n) becomes p(n-1) in the second.
    const int becomes = 4 * columns, sends = 4 * words_held(m);
    const int operates = quads_of_operator(m, columns), recorded = 2, fetched = 2;
    const int of_step = operates + becomes + sends + recorded + fetched;
    const int shared = operates + becomes + 3 * words_held(m) + 1;
    // Strips above and below are few rows deep, so their patches follow each other along x.
    const int strip_warps = (threads - of_tile) / 32, rows = Tile::frame(m);
    const int across = std::min(strip_warps, (2 * (rows / 4) * (t.x / columns) + 16) / 32);
    ladder_kernel_counts strip = more_threads(k, 32 * across);
    strip.shared_row = rows;
    ladder_kernel_counts along = more_threads(k, 32 * (strip_warps - across));
    for (ladder_kernel_counts *each : {&k, &strip, &along}) {
      each->loop[each->loops++] = {2, of_step, shared};
      part(*each, 0.5, 4, 3);  // three values and a word
    }
    part(k, 0, becomes, becomes, true);
    part(strip, 0.5, becomes, becomes, true);
    part(along, 0.5, becomes, becomes, true);
    count_one(step, k);
    if (across > 0) count_one(step, strip);
    if (strip_warps > across) count_one(step, along);
    return LADDER_OK;
  });
};
