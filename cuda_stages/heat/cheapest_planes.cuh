// Into how many pieces along y a field is cut, for tiles that march along them. No maths here.
#pragma once
#include <algorithm>
#include <cmath>

#include "cuda_stages/heat/marching.cuh"

namespace {

// The planes of a piece by which the multiprocessors compute the fewest one after the other.
// `tiles` are those of a plane; a piece computes `rim` planes in addition to its own.
inline int cheapest_planes(int ny, double tiles, int rim, double processors) {
  int best = ny;
  double least = 0;
  for (int pieces = 1; pieces <= std::min(ny, 64); ++pieces) {
    const int planes = ceil_div(ny, pieces);
    const double cost = std::ceil(tiles * ceil_div(ny, planes) / processors) * (planes + rim);
    if (least == 0 || cost < least) best = planes, least = cost;
  }
  return best;
}

}  // namespace
