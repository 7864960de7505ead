// What a launch does whose blocks keep their tiles on the chip, for predictions (harness/counts.h):
// all steps of the case. No maths here.
//
// Assumptions: no block has a source, and each has receivers. Where both kinds of lines meet at
// corners their threads are counted as if each added to a half of the lines along z and a half of
// those along x.
#pragma once
#include "cuda_stages/wave/counts.cuh"
#include "cuda_stages/wave/exchange.cuh"

namespace {

// As many threads of each block as compute; `words` of 16 bytes travel each way between two turns
// of `steps` steps.
inline ladder_kernel_counts persistent_tiles(const ladder_wave &c, const std::string &kernel,
                                             const Tiling &t, int tiles, int threads, double words,
                                             int steps = 1) {
  ladder_kernel_counts k = cover_anywhere(kernel, {c.nz, c.nx, 1}, {t.z, t.x, 1}, threads);
  k.launches = 1.0 / c.steps;
  k.blocks = tiles;
  k.rounds = double(c.steps) / steps;
  k.reads = k.writes = k.rewritten = 4 * words * tiles / k.cells;
  return k;
}

// Words of an exchange are dealt out to the threads in turn.
inline void count_words(ladder_kernel_counts &k, const Exchange &exchange) {
  k.words = exchange.words();
}

// Patches of 4 cells by so many columns follow each other along the tile's z.
inline void count_rows(ladder_kernel_counts &k, const Exchange &exchange, int columns) {
  k.shared_row = exchange.tiling.z;
  k.shared_pitch = columns * exchange.tile.pitch;
}

// Further threads of the same blocks, in whole warps, which take another way.
inline ladder_kernel_counts more_threads(ladder_kernel_counts k, int threads) {
  k.launches = 0;
  k.block[0] = threads;
  k.block[1] = 1;
  k.loops = 0;
  return k;
}

// A part of the code that is executed in this share of the times: `accesses` of memory in it,
// `shared` of them of shared memory.
inline void part(ladder_kernel_counts &k, double share, int accesses, int shared,
                 bool has_alternative = false) {
  k.loop[k.loops++] = {share, accesses, shared, 0, has_alternative};
}

// Accesses of shared memory of the operator on 4 cells by `columns`: columns of the tile and next
// to it, quads above and below, the results.
inline int quads_of_operator(int m, int columns) {
  return columns + 2 * m + columns * 2 * ceil_div(m, 4) + columns;
}

// A block of `threads`, `computing` of which have cells; the others pass over the operator.
inline ladder_status count_with_others(ladder_step_counts *step, const ladder_kernel_counts &k,
                                       int threads, int computing, int m, int columns) {
  count_one(step, k);
  if (threads <= computing) return LADDER_OK;
  ladder_kernel_counts others = more_threads(k, threads - computing);
  const int quads = quads_of_operator(m, columns);
  part(others, 0, quads, quads);
  return count_one(step, others);
}

inline int whole_warps(int threads) { return ceil_div(threads, 32) * 32; }

}  // namespace
