// How many planes of the window of `stream` are on the device. No maths here.
#pragma once
#include <algorithm>
#include <string>

#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/window.cuh"

namespace {

// Half of what is free, or what the pass needs at least; no more than the volume has. given: 0, or
// what was asked for.
inline int choose_window(const Grid &grid, int chunk, int steps, int given) {
  const int least = least_window(chunk, steps, grid.m), whole = std::max(grid.ny, 1);
  refuse_if(given && given < std::min(least, whole),
            "a window of " + std::to_string(given) + " planes: these steps and chunks need " +
                std::to_string(least) + ": take fewer --steps or a smaller --chunk");
  if (given) return std::min(given, whole);
  std::size_t free = 0, total = 0;
  CHECK(cudaMemGetInfo(&free, &total));
  const auto fit = std::int64_t(free / 2) / std::int64_t(3 * grid.plane * sizeof(float));
  return int(std::min<std::int64_t>(std::max<std::int64_t>(fit, least), whole));
}

}  // namespace
