// One value of a slant stack, the same on the host and in a kernel: no product and sum are
// contracted there, so both have the same bits.
#pragma once
#include <cmath>

#ifdef __CUDACC__
#define LADDER_HOST_AND_DEVICE __host__ __device__
#else
#define LADDER_HOST_AND_DEVICE
#endif

namespace ladder {

// A column that is moved down: the value at z is that between the cells z + below and the next.
struct Slant {
  int below;
  double share;  // of the next cell
  bool reaches;  // the column
};

LADDER_HOST_AND_DEVICE inline Slant slant_by(double cells, int nz) {
  const double below = floor(-cells);
  if (!(fabs(below) <= nz)) return {0, 0, false};
  return {static_cast<int>(below), -cells - below, true};
}

// Of the plane of offset h [cells]: by h tan(theta).
LADDER_HOST_AND_DEVICE inline Slant slant_of(int h, double dx, double dz, double slope, int nz) {
  return slant_by(h * dx * slope / dz, nz);
}

LADDER_HOST_AND_DEVICE inline double rounded_product(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}
LADDER_HOST_AND_DEVICE inline double rounded_sum(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dadd_rn(a, b);
#else
  return a + b;
#endif
}

// The sum so far and `weight` times the moved column at z. value(z) is the column's, or zero beyond
// it.
template <typename Value>
LADDER_HOST_AND_DEVICE double add_slanted(double sum, double weight, const Slant &slant, int z,
                                          const Value &value) {
  const double above = rounded_product(1 - slant.share, value(z + slant.below)),
               next = rounded_product(slant.share, value(z + slant.below + 1));
  return rounded_sum(sum, rounded_product(weight, rounded_sum(above, next)));
}

}  // namespace ladder
