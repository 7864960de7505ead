// What a step of the stages with kernels of their own does, for predictions (harness/counts.h). No
// maths here.
//
// Assumptions: a warp does what its longest lane does, so taps that explicit borders leave out are
// counted. Copies between host and device are not part of a kernel and are not counted.
#pragma once
#include <algorithm>

#include "cuda_stages/shared/counts.cuh"
#include "harness/problems/wave/wave.h"

namespace {

inline const ladder_wave &wave_of(const void *the_case) {
  return *static_cast<const ladder_wave *>(the_case);
}
inline int taps_of_axis(const ladder_wave &c) { return 2 * c.half_length + 1; }
inline int axes(const ladder_wave &c) { return c.ny > 1 ? 3 : 2; }

// Rows begin behind a frame of any width, or without padding.
inline ladder_kernel_counts cover_anywhere(const std::string &name, Extents size, Extents tile,
                                           dim3 threads) {
  ladder_kernel_counts k = cover(name, size, tile, threads);
  k.begins_anywhere = 1;
  return k;
}

// Blocks of `threads` along the whole array: a block has part of a column, or whole columns. The
// last of these is part of one in truth; `blocks` is exact.
inline ladder_kernel_counts along_the_array(const ladder_wave &c, const char *name, int threads) {
  const int columns = std::min<int64_t>(c.nx, whole_blocks(threads, c.nz));
  ladder_kernel_counts k =
      cover_anywhere(name, {c.nz, c.nx, c.ny}, {std::min(threads, c.nz), columns, 1}, threads);
  k.blocks = whole_blocks(int64_t{c.nz} * c.nx * c.ny, threads);
  return k;
}

// The loops over the taps of so many axes, with so many accesses a tap. Along y there are none in
// two dimensions.
inline void turn_for_taps(ladder_kernel_counts &k, const ladder_wave &c, int of_axes, int accesses,
                          int shared = 0) {
  k.loop[k.loops++] = {double(of_axes * taps_of_axis(c)), accesses, shared};
}

// The operator along one axis, whose cells are in shared memory: `places` threads take in as many
// and the frame.
inline void turn_in_shared_memory(ladder_kernel_counts &k, const ladder_wave &c, int places) {
  turn_for_taps(k, c, 1, 1, 1);
  k.loop[k.loops++] = {double(whole_blocks(places + 2 * c.half_length, places)), 2, 1};
}

// L p from global memory, a thread a cell, as gmem-eb to cmem have it.
inline ladder_status count_operator(const void *the_case, int threads, ladder_step_counts *step,
                                    bool taps_loaded) {
  const ladder_wave &c = wave_of(the_case);
  ladder_kernel_counts k = along_the_array(c, "convolve", threads);
  for (int &cells : k.halo) cells = c.half_length;
  k.fields_with_halo = 1;
  k.writes = 1;
  turn_for_taps(k, c, axes(c), taps_loaded ? 2 : 1);
  if (taps_loaded) k.uniform_accesses = axes(c) * taps_of_axis(c);
  return count_one(step, k);
}

// Along z from global memory, as smem-minor has it.
inline void add_major(ladder_step_counts *step, const ladder_wave &c, int threads) {
  ladder_kernel_counts k = along_the_array(c, "convolve_major", threads);
  k.halo[0] = c.half_length;
  k.fields_with_halo = 1;
  k.writes = 1;
  turn_for_taps(k, c, 1, 1);
  count_one(step, k);
}

// Along z, the padded array as one long strip: writes the cells of it that belong to the grid.
inline void add_strips(ladder_step_counts *step, const ladder_wave &c, int threads) {
  const int m = c.half_length;
  const int places = (c.nz + 2 * m) * (c.nx + 2 * m) * (c.ny > 1 ? c.ny + 2 * m : 1);
  ladder_kernel_counts k =
      cover_anywhere("convolve_major_strip", {places, 1, 1}, {threads, 1, 1}, threads);
  k.shared_bytes = (threads + 2 * m) * int(sizeof(float));
  k.halo[0] = m;
  k.fields_with_halo = 1;
  k.writes = 1.0 * c.nz * c.nx * c.ny / places;
  turn_in_shared_memory(k, c, threads);
  count_one(step, k);
}

// Along x, and y in a volume, from a block in shared memory: adds to lap.
inline void add_blocks(ladder_step_counts *step, const ladder_wave &c, Extents block) {
  const int m = c.half_length;
  for (const bool along_y : {false, true}) {
    if (along_y && c.ny == 1) continue;
    // z, the axis of the operator, and the planes across it.
    ladder_kernel_counts k = cover_anywhere(along_y ? "convolve_minor_y" : "convolve_minor_x",
                                            {c.nz, along_y ? c.ny : c.nx, along_y ? c.nx : c.ny},
                                            {block.z, block.x, 1}, dim3(block.z, block.x));
    k.shared_bytes = (block.x + 2 * m) * block.z * int(sizeof(float));
    k.halo[1] = m;
    k.fields_with_halo = 1;
    k.reads = k.writes = k.rewritten = 1;  // lap
    turn_in_shared_memory(k, c, block.x);
    count_one(step, k);
  }
}

// The operator of smem: `threads` of a strip, and a block.
inline ladder_status count_smem(const void *the_case, int threads, dim3 block,
                                ladder_step_counts *step) {
  add_strips(step, wave_of(the_case), threads);
  add_blocks(step, wave_of(the_case), {int(block.x), int(block.y), 1});
  return LADDER_OK;
}

// p(n) with its neighbours, p(n-1) and (v dt)^2 in, p(n+1) out over p(n-1), in tiles of a plane.
inline ladder_kernel_counts step_of_tiles(const ladder_wave &c, const std::string &name,
                                          Extents tile, dim3 threads) {
  ladder_kernel_counts k = cover_anywhere(name, {c.nz, c.nx, c.ny}, tile, threads);
  for (int &cells : k.halo) cells = c.half_length;
  k.fields_with_halo = 1;
  k.reads = 2;
  k.writes = k.rewritten = 1;
  return k;
}

// The kernel of `fused`, a thread a cell of a plane.
inline ladder_status count_fused(const void *the_case, dim3 block, ladder_step_counts *step,
                                 bool in_graph) {
  const ladder_wave &c = wave_of(the_case);
  const int z = block.x, x = block.y;
  ladder_kernel_counts k =
      step_of_tiles(c, "fused_step<" + std::to_string(c.half_length) + ">", {z, x, 1}, block);
  k.in_graph = in_graph;
  k.uniform_accesses = 4 + in_graph;  // sources of the block, two factors of the sponge; the step
  // A plane: its sources, three factors, p(n-1), (v dt)^2, p(n), p(n+1), and the neighbours. No
  // sources in most blocks.
  k.loop[k.loops++] = {1, 9 + 2 * axes(c) * c.half_length};
  k.loop[k.loops++] = {0, 3};
  return count_one(step, k);
}

}  // namespace
