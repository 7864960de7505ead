// How the field is cut for several steps a pass: tiles whose rim is computed by the neighbours too,
// and pieces along y. No maths here.
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "cuda_stages/heat/marching.cuh"

namespace {

// Steps of a pass at most: the rim along z is one quad on either side.
constexpr int most_steps = 4;
// Planes of T(n) that a block holds or waits for.
constexpr int ring = 4;

// Blocks of `quads` by `rows` threads, each with 4 cells along z and some lines along x. Of a
// tile's cells those further from its rim than the steps of a pass are right after them.
struct Pass {
  int steps, quads, rows, lines;
  int planes;      // of a piece along y
  int nz, nx, ny;  // tiles along z and x, pieces along y

  __host__ __device__ int z() const { return 4 * quads; }
  __host__ __device__ int x() const { return lines * rows; }
  __host__ __device__ int right_z() const { return z() - 8; }
  __host__ __device__ int right_x() const { return x() - 2 * steps; }
  __host__ __device__ int threads() const { return (quads * rows + 31) / 32 * 32; }
  // T(n) in a ring of planes, and all steps but the last one in two buffers.
  __host__ __device__ int buffers() const { return ring + 2 * (steps - 1); }
  // Cells from line to line of a plane in shared memory. Eight threads load 128 bytes at once and
  // meet in no bank if the next row of threads goes on where this one ends: lines * pitch = 4 quads
  // modulo 32.
  __host__ __device__ int pitch() const {
    int pitch = z();
    while (pitch < z() + 32 && (lines * pitch - z()) % 32) pitch += 4;
    return pitch < z() + 32 ? pitch : z();
  }
  __host__ __device__ int shared_bytes() const { return buffers() * pitch() * x() * 4; }

  Pass(const Grid &g, int steps, int lines, int quads, int rows, int planes)
      : steps(steps), quads(quads), rows(rows), lines(lines), planes(planes),
        nz(ceil_div(g.nz, right_z())), nx(ceil_div(g.nx, right_x())), ny(ceil_div(g.ny, planes)) {}
};

inline bool is_possible(int steps, int lines, int quads, int rows) {
  return 4 * quads > 8 && lines * rows > 2 * steps;
}

struct GivenPass {
  int z, x, planes;  // 0: free to choose
};

// The pass that should take least: as many planes as the multiprocessors compute one after the
// other, by the cells of a tile.
inline Pass choose_pass(const Grid &g, int steps, int lines, int most_threads,
                        const GivenPass &given, int processors, int shared_bytes) {
  refuse_if(given.z % 4 || given.x % lines, "a tile is a multiple of 4 x " + std::to_string(lines) +
                                                " cells, z by x, which a thread computes");
  const auto range = [](int given, int least, int most) {
    return given ? std::pair(given, given) : std::pair(least, most);
  };
  const auto [first_quads, last_quads] = range(given.z / 4, 3, 64);
  std::optional<Pass> best;
  double least = 0;
  for (int quads = first_quads; quads <= last_quads; ++quads) {
    const auto [first_rows, last_rows] = range(given.x / lines, 1, most_threads / quads);
    for (int rows = first_rows; rows <= last_rows; ++rows) {
      if (!is_possible(steps, lines, quads, rows) || quads * rows > most_threads) continue;
      for (int pieces = 1; pieces <= std::min(g.ny, 64); ++pieces) {
        const int planes = given.planes ? given.planes : ceil_div(g.ny, pieces);
        const Pass pass(g, steps, lines, quads, rows, planes);
        if (pass.shared_bytes() > shared_bytes) break;
        const double blocks = double(pass.nz) * pass.nx * pass.ny;
        const double conflicts = (lines * pass.pitch() - pass.z()) % 32 ? 1.2 : 1.0;
        const double cost =
            std::ceil(blocks / processors) * (planes + 2 * steps) * pass.threads() * conflicts;
        if (!best || cost < least) best = pass, least = cost;
        if (given.planes) break;
      }
    }
  }
  refuse_if(
      !best,
      "no tile of this size can be: it needs more than 8 cells along z, more than two a step along "
      "x, " +
          std::to_string(most_threads) +
          " threads at most, and shared memory for its planes: "
          "leave --tile out");
  return *best;
}

}  // namespace
