// The tiles that `tma` and its children have in shared memory, and what is chosen or refused of
// them. No maths here.
#pragma once

#include "cuda_stages/wave3d/bulk_copy.cuh"
#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/sums.cuh"

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

}  // namespace
