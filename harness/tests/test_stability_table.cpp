// room: seismic
// Table 3.2 of the thesis of 2016: the largest v dt / h that is stable, in one to three dimensions,
// at orders 2 and 4.
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

// v dt / h at the limit of a box with so many axes.
double limit_of(int axes, int half_length) {
  Medium m{.nz = 40,
           .nx = axes > 1 ? 40 : 1,
           .ny = axes > 2 ? 40 : 1,
           .steps = 1,
           .half_length = half_length};
  const WaveCase c = make_case(m, {0, 0, 0}, {});
  return m.velocity * largest_stable_dt(c) / m.spacing;
}

TEST(StabilityTable, SecondOrder) {
  EXPECT_NEAR(limit_of(1, 1), 1, 1e-6);
  EXPECT_NEAR(limit_of(2, 1), 1 / std::sqrt(2), 1e-6);
  EXPECT_NEAR(limit_of(3, 1), 1 / std::sqrt(3), 1e-6);
}

TEST(StabilityTable, FourthOrder) {
  EXPECT_NEAR(limit_of(1, 2), std::sqrt(3) / 2, 1e-6);
  EXPECT_NEAR(limit_of(2, 2), std::sqrt(3.0 / 8), 1e-6);
  EXPECT_NEAR(limit_of(3, 2), 0.5, 1e-6);
}

}  // namespace
}  // namespace ladder
