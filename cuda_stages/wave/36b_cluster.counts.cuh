// What a launch of cluster does, for predictions (harness/counts.h).
#pragma once
#include "cuda_stages/wave/persistent_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return unless_refused([&] {
    const ladder_wave &c = wave_of(the_case);
    const int m = c.half_length, columns = launch->knob[knob_columns][0];
    const Device device(step->device.multiprocessors, step->device.shared_bytes_a_block);
    const Tiling t = Stage::choose(c, *launch, device, ClusterPlaces(step->in_clusters));
    if (!t.z || !step->in_clusters[2]) return LADDER_REFUSED;
    const int threads = Stage::threads_of(m, columns, t);
    const int computing = whole_warps(t.z / 4 * (t.x / columns)), words = Stage::words(t, m);
    const Exchange exchange(t, m, 0);
    step->launch = {{{threads}, {t.z, t.x}, {columns}, {t.cluster_z, t.cluster_x}}};
    ladder_kernel_counts k = persistent_tiles(
        c, "advance_cluster<" + std::to_string(m) + ", " + std::to_string(columns) + ">", t,
        t.tiles(), computing, words);
    k.shared_bytes = Stage::shared_bytes(t, m, device);
    k.words = words;
    count_rows(k, exchange, columns);
    return count_with_others(step, k, threads, computing, m, columns);
  });
};
