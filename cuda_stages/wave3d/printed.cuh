// What the kernel of the thesis of 2016 is given, from a case: velocity, spacings and coefficients.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "cuda_stages/wave3d/run.cuh"

namespace {

// From (v dt)^2; `velocity` may be the same array.
template <typename T>
__global__ void to_velocity(Grid g, const float *v2dt2, float dt, T *velocity) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz || ix >= g.nx || iy >= g.ny) return;
  const std::int64_t at = g.at(iz, ix, iy);
  velocity[at] = T(sqrt(double(v2dt2[at])) / dt);
}

// An axis of a single cell has no derivative: a sum over its square is 0.
template <typename T>
std::array<T, 3> spacings(const ladder_wave &c) {
  constexpr T endless = std::numeric_limits<T>::infinity();
  return {c.nz > 1 ? c.dz : endless, c.nx > 1 ? c.dx : endless, c.ny > 1 ? c.dy : endless};
}

// Those of all axes, [2 M + 1]: the taps of an axis that has more than a cell, times its squared
// spacing.
template <typename T>
std::vector<T> coefficients(const ladder_wave &c) {
  const float *const taps = c.nz > 1 ? c.taps_z : c.nx > 1 ? c.taps_x : c.taps_y;
  const double spacing = c.nz > 1 ? c.dz : c.nx > 1 ? c.dx : c.dy;
  std::vector<T> coef;
  for (int k = 0; k <= 2 * c.half_length; ++k) coef.push_back(T(taps[k] * spacing * spacing));
  return coef;
}

}  // namespace
