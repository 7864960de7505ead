// The tiles of `two-step` and its child: the cells that a block keeps, a rim, a frame; and what is
// chosen or refused of it. No maths here.
#pragma once
#include "cuda_stages/wave3d/bulk_copy.cuh"

namespace {

constexpr int rim_z = 4;
// So that 5 M lines values of 4 cells a thread stay in registers.
constexpr int most_threads(int m, int lines) {
  return lines == 1 && m <= 2 ? 512 : lines == 1 || m <= 2 ? 384 : 256;
}

// The cells that a block keeps, the rim in which it computes the first step, and the frame of p(n)
// around that. With a palette (v dt)^2 is a byte a cell, in lines of whole 16 bytes that begin at a
// cell that is a multiple of 16, and its values lie before the slots.
template <bool palette>
struct TileOf {
  int keep_z, keep_x, lines, m;
  static constexpr int in_a_word = palette ? 4 : 1;  // cells of (v dt)^2
  static constexpr int values = palette ? 256 : 0;
  // A slot is kept for M planes, until (v dt)^2 is used for the second step, and 3 more are on
  // their way; a thread keeps bytes by itself.
  __host__ __device__ static constexpr int slots_of(int m) { return palette ? 4 : m + 4; }
  __host__ __device__ int z() const { return keep_z + 2 * rim_z; }
  __host__ __device__ int x() const { return keep_x + 2 * m; }
  __host__ __device__ int pitch() const { return z() + 2 * rim_z; }
  __host__ __device__ int framed_x() const { return x() + 2 * m; }
  __host__ __device__ static constexpr int whole(int cells) { return (cells + 31) / 32 * 32; }
  __host__ __device__ int framed() const { return pitch() * framed_x(); }
  __host__ __device__ int pitch_of_v2dt2() const {
    return palette ? (z() + 12 + 15) / 16 * 16 : z();
  }
  __host__ __device__ int v2dt2() const { return pitch_of_v2dt2() / in_a_word * x(); }
  __host__ __device__ int slot() const {
    return whole(framed()) + whole(z() * x()) + whole(v2dt2());
  }
  int bytes() const {
    return (values + slots_of(m) * slot() + 2 * whole(framed())) * int(sizeof(float));
  }
  int computing() const { return z() / 4 * (x() / lines); }
  int threads() const { return ceil_div(computing(), 32) * 32; }
};

enum { knob_threads, knob_tile, knob_lines, knob_planes };

// Of kernels of this name; `its_lines` is what is taken unless it is given.
#define PASS_KNOBS(kernel, its_lines)                                                             \
  LADDER_KNOB(threads, "threads a block; its tile sets them", kernel, 1, {0}, {32}, {512}),       \
      LADDER_KNOB(tile, "cells of a block that it keeps, z by x", nullptr, 2, {0, 0}, {4, 1},     \
                  {232, 232}),                                                                    \
      LADDER_KNOB(lines, "lines of 4 cells a thread, 1 or 2", nullptr, 1, {its_lines}, {1}, {2}), \
      LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536})

// From the knobs threads, tile and lines.
template <typename AnyTile>
AnyTile choose_tile(const ladder_wave &c, const ladder_launch &launch) {
  const int m = c.half_length, *given = launch.knob[knob_tile],
            lines = launch.knob[knob_lines][0] ? launch.knob[knob_lines][0]
                    : m == 2                   ? 1
                                               : 2;
  refuse_if(
      m > 3,
      "two steps in one pass are compiled for half-lengths 1, 2 and 3, where they pay: take tma");
  const bool long_one = m == 1 && lines == 2;  // 17 quads and 2 lines more: fewer cells in its rim
  const AnyTile tile{given[0]   ? given[0]
                     : long_one ? 128
                                : 64,
                     given[1]             ? given[1]
                     : long_one || m == 3 ? 14
                     : lines == 1         ? 24
                                          : 32,
                     lines, m};
  refuse_if(tile.keep_z % 4 || tile.keep_x % lines, "a tile is a multiple of 4 x " +
                                                        std::to_string(lines) +
                                                        " cells, z by x, which a thread computes");
  const int threads = tile.threads(), most = most_threads(m, lines);
  refuse_if(threads > most, "a tile of " + std::to_string(threads) +
                                " threads: at this half-length " + std::to_string(most) +
                                " can be");
  refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads,
            "this tile takes " + std::to_string(threads) + " threads: leave --threads out");
  return tile;
}

}  // namespace
