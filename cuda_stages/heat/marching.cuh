// How many planes a thread that marches along y computes. No maths here.
#pragma once
#include <algorithm>

#include "cuda_stages/heat/field.cuh"

namespace {

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

// So many that the threads of a plane fill the multiprocessors about once, or `given`. Not fewer than 8: a
// piece reads two planes more than it computes. Not more than 128, so that no few blocks are the last to end.
inline int planes_of_piece(int given, int ny, std::int64_t threads_of_plane) {
  if (given) return given;
  const std::int64_t at_once =
      std::int64_t{2048} * device_attribute(cudaDevAttrMultiProcessorCount);
  const std::int64_t pieces = std::max<std::int64_t>(1, at_once / threads_of_plane);
  return std::clamp(int((ny + pieces - 1) / pieces), 8, 128);
}

// The planes of piece `piece` that change: [first, end).
struct Piece {
  int first, end;
  __device__ Piece(const Grid &g, int planes, int piece)
      : first(max(1, piece * planes)), end(min(g.ny - 1, (piece + 1) * planes)) {}
};

}  // namespace
