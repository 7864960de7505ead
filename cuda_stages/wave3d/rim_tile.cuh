// The tile of `two-step`: the cells that a block keeps, a rim, a frame; and what is chosen or refused of it. No maths here.
#pragma once
#include "cuda_stages/wave3d/bulk_copy.cuh"

namespace {

constexpr int rim_z = 4;
// A slot is kept for M planes, until (v dt)^2 is used for the second step, and 3 more are on their way.
__host__ __device__ constexpr int slots_of(int m) { return m + 4; }
// So that 5 M lines values of 4 cells a thread stay in registers.
constexpr int most_threads(int m, int lines) {
  return lines == 1 && m <= 2 ? 512 : lines == 1 || m <= 2 ? 384 : 256;
}

// The cells that a block keeps, the rim in which it computes the first step, and the frame of p(n) around that.
struct Tile {
  int keep_z, keep_x, lines, m;
  __host__ __device__ int z() const { return keep_z + 2 * rim_z; }
  __host__ __device__ int x() const { return keep_x + 2 * m; }
  __host__ __device__ int pitch() const { return z() + 2 * rim_z; }
  __host__ __device__ int framed_x() const { return x() + 2 * m; }
  __host__ __device__ static constexpr int whole(int cells) { return (cells + 31) / 32 * 32; }
  __host__ __device__ int framed() const { return pitch() * framed_x(); }
  __host__ __device__ int slot() const { return whole(framed()) + 2 * whole(z() * x()); }
  int bytes() const { return (slots_of(m) * slot() + 2 * whole(framed())) * int(sizeof(float)); }
  int computing() const { return z() / 4 * (x() / lines); }
  int threads() const { return ceil_div(computing(), 32) * 32; }
};

// From the knobs threads, tile and lines.
inline Tile choose_tile(const ladder_wave &c, const ladder_launch &launch) {
  must_have_accelerator();
  const int m = c.half_length, *given = launch.knob[1],
            lines = launch.knob[2][0] ? launch.knob[2][0]
                    : m == 2          ? 1
                                      : 2;
  refuse_if(
      m > 3,
      "two steps in one pass are compiled for half-lengths 1, 2 and 3, where they pay: take tma");
  const bool long_one = m == 1 && lines == 2;  // 17 quads and 2 lines more: fewer cells in its rim
  const Tile tile{given[0]   ? given[0]
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
  refuse_if(launch.knob[0][0] && launch.knob[0][0] != threads,
            "this tile takes " + std::to_string(threads) + " threads: leave --threads out");
  return tile;
}

}  // namespace
