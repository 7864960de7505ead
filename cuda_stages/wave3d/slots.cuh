// The tiles that `tma` and its children have in shared memory, and what is chosen or refused of
// them. No maths here.
#pragma once

#include "cuda_stages/wave3d/bulk_copy.cuh"
#include "cuda_stages/wave3d/half_lengths.cuh"
#include "cuda_stages/wave3d/own_cells.cuh"

namespace {

constexpr int most_slots = 16;
// A slot is asked for again so many planes after its own: the warp that asks need not wait for the
// others.
constexpr int lag = 2;

// Threads of a block at most, so that 8 M lines values a thread stay in registers.
constexpr int most_threads(int m, int lines) { return lines == 1 || m <= 2 ? 512 : 256; }

// A slot has a tile of p(n) with its frame, and tiles of p(n-1) and (v dt)^2; each begins at 128
// bytes, as the accelerator demands. In cells. With a palette (v dt)^2 is a byte a cell, and its
// values lie before the slots.
template <bool palette>
struct SlotsOf {
  int z, x, lines, frame_z, frame_x, count;
  __host__ __device__ int pitch() const { return z + 2 * frame_z; }
  __host__ __device__ int tile_of_now() const { return pitch() * (x + 2 * frame_x); }
  __host__ __device__ int tile() const { return z * x; }
  __host__ __device__ static constexpr int whole(int cells) { return (cells + 31) / 32 * 32; }
  __host__ __device__ int before_at() const { return whole(tile_of_now()); }
  __host__ __device__ int v2dt2_at() const { return before_at() + whole(tile()); }
  static constexpr int in_a_word = palette ? 4 : 1;  // cells of (v dt)^2
  __host__ __device__ int v2dt2() const { return tile() / in_a_word; }
  __host__ __device__ int size() const { return v2dt2_at() + whole(v2dt2()); }
  static constexpr int values = palette ? 256 : 0;
  __host__ __device__ int quads() const { return z / 4; }
  __host__ __device__ int computing() const { return quads() * (x / lines); }
  __host__ __device__ int warps() const { return (computing() + 31) / 32; }
  int bytes() const { return (values + count * size()) * int(sizeof(float)); }
  int threads() const { return 32 * warps(); }
};
using Slots = SlotsOf<false>;

struct Maps {
  CUtensorMap now, before, v2dt2;
};
template <typename AnySlots>
Maps maps_of(const Run &run, const AnySlots &slots, int now) {
  return {tensor_map(run.field(now), run.grid, slots.pitch(), slots.x + 2 * slots.frame_x),
          tensor_map(run.field(1 - now), run.grid, slots.z, slots.x),
          tensor_map(run.v2dt2.cells(), run.v2dt2.grid(), slots.z / slots.in_a_word, slots.x)};
}

enum { knob_threads, knob_tile, knob_lines, knob_ring, knob_planes };

// Of kernels of this name; `its_lines` is what is taken unless it is given.
#define RING_KNOBS(kernel, its_lines)                                                             \
  LADDER_KNOB(threads, "threads a block; its tile sets them", kernel, 1, {0}, {32}, {512}),       \
      LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}),    \
      LADDER_KNOB(lines, "lines of 4 cells a thread, 1 or 2", nullptr, 1, {its_lines}, {1}, {2}), \
      LADDER_KNOB(ring, "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}),            \
      LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})

// What a block may ask for, but for the barriers of its slots.
template <typename AnySlots>
int slots_that_fit(const AnySlots &slots, int shared_bytes_a_block) {
  const int cells = (shared_bytes_a_block - 1024) / int(sizeof(float)) - slots.values;
  return std::min(most_slots, cells / slots.size());
}

// More slots than these are no faster: what is fetched too early drives the frames of the
// neighbours out of the second-level cache.
template <typename AnySlots>
int slots_chosen(int fit, int m) {
  return std::min(fit, m == 1 ? 6 : AnySlots::values && m > 6 ? 5 : 4);
}

// Planes of a piece at most. Smaller slots leave the cache more of what the neighbours need: with a
// palette longer pieces are faster than those of 64 planes, but at order 2.
template <typename AnySlots>
int most_planes_of(const Grid &g) {
  if (!AnySlots::values || g.m == 1) return most_planes(g);
  return g.m == 2 ? 8 * short_piece : g.m <= 4 ? 4 * short_piece : g.ny;
}

// From the knobs threads, tile, lines and ring.
template <typename AnySlots = Slots>
AnySlots choose_slots(const ladder_wave &c, const ladder_launch &launch) {
  must_have_accelerator();
  constexpr int together = 4 * AnySlots::in_a_word;  // so that lines begin at 16 bytes
  const int lines = launch.knob[knob_lines][0], most = most_threads(c.half_length, lines);
  AnySlots slots{launch.knob[knob_tile][0],
                 launch.knob[knob_tile][1],
                 lines,
                 frame_along_z(c.half_length),
                 c.half_length,
                 launch.knob[knob_ring][0]};
  refuse_if(slots.z % together || slots.x % lines, "a tile of this stage is a multiple of " +
                                                       std::to_string(together) + " x " +
                                                       std::to_string(lines) + " cells, z by x");
  refuse_if(slots.threads() > most, "a tile of " + std::to_string(slots.threads()) +
                                        " threads: at this half-length " + std::to_string(most) +
                                        " can be");
  refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != slots.threads(),
            "this tile takes " + std::to_string(slots.threads()) + " threads: leave --threads out");
  const int fit = slots_that_fit(slots, device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  refuse_if(slots.count > fit || fit < 3,
            "shared memory has room for " + std::to_string(fit) +
                " slots of this tile: take a smaller --ring or --tile");
  if (!slots.count) slots.count = slots_chosen<AnySlots>(fit, c.half_length);
  return slots;
}

}  // namespace
