// label: physics
// room: seismic
// Waves in three dimensions: the order of the operators, and two layers. The
// direct wave is in test_physics_waves.cpp.
#include <array>

#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

Medium volume(int nz, int nx, int ny) { return {.nz = nz, .nx = nx, .ny = ny, .ladder = "wave3d"}; }

// How far the operator that a stage applies to a plane wave is from -k^2, as a share of it. From
// p(0) = p(-1) = p a step gives p + (v dt)^2 L p, and (v dt)^2 is made so large that the first term
// does not drown the second.
double error_of_plane_wave(int half_length, double radians_a_cell,
                           const std::array<double, 3> &way) {
  Medium m = volume(41, 43, 45);
  m.half_length = half_length;
  m.steps = 1;
  WaveCase c = make_case(m, {0, 0, 0}, {});
  c.source_cells.clear();
  c.wavelets.clear();
  const float large = 100 * float(m.spacing * m.spacing);
  std::fill_n(c.v2dt2.change(), c.cells(), large);
  const auto wave = [&](int z, int x, int y) {
    return std::cos(radians_a_cell * (way[0] * z + way[1] * x + way[2] * y) + 0.3);
  };
  const auto at = [&](int z, int x, int y) {
    return static_cast<std::size_t>(z + 41 * (x + 43 * y));
  };
  Wavefield field(c);
  for (int y = 0; y < 45; ++y)
    for (int x = 0; x < 43; ++x)
      for (int z = 0; z < 41; ++z)
        field.now[at(z, x, y)] = field.before[at(z, x, y)] = static_cast<float>(wave(z, x, y));
  const std::vector<float> start = field.now;
  const StageEntry entry = find_stage("c-simd", "wave3d");
  propagate(c, {entry, make_launch(*entry.stage, {})}, {}, field);
  double wrong = 0, all = 0;  // by least squares over the cells that no border is near to
  for (int y = half_length; y < 45 - half_length; ++y)
    for (int x = half_length; x < 43 - half_length; ++x)
      for (int z = half_length; z < 41 - half_length; ++z) {
        const double p = wave(z, x, y), k = radians_a_cell / m.spacing, exact = -k * k * p;
        const double found =
            (double(field.now[at(z, x, y)]) - double(start[at(z, x, y)])) / double(large);
        wrong += (found - exact) * exact;
        all += exact * exact;
      }
  return std::abs(wrong / all);
}

class Orders : public testing::TestWithParam<int> {};

// At wave lengths where the error is far above rounding: it falls with the power 2M of the cells a
// wave length, along each axis. What higher powers add to the slope there is in the transform of
// the taps, so that is held against too.
TEST_P(Orders, AreThoseOfTheTaylorOperators) {
  const int m = GetParam();
  const double k = 0.22 * m, finer = 1.25;
  std::vector<float> taps(static_cast<std::size_t>(2 * m + 1));
  ladder_operator_taps(LADDER_TAYLOR, m, 1, 0, 0, taps.data());
  const auto theory = [&](double at) {
    return std::abs(ladder_operator_symbol(m, taps.data(), at) / (-at * at) - 1);
  };
  for (const std::array<double, 3> &way : {std::array<double, 3>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    const double coarse = error_of_plane_wave(m, k, way),
                 fine = error_of_plane_wave(m, k / finer, way);
    EXPECT_NEAR(coarse, theory(k), 0.02 * theory(k) + 3e-6);
    EXPECT_NEAR(fine, theory(k / finer), 0.02 * theory(k / finer) + 3e-6);
    EXPECT_NEAR(std::log(coarse / fine) / std::log(finer), 2 * m, 0.4 * m);
  }
}

INSTANTIATE_TEST_SUITE_P(TwoToSixteen, Orders, testing::Values(1, 2, 3, 4, 5, 6, 7, 8),
                         [](const auto &info) { return "Order" + std::to_string(2 * info.param); });

// A plane wave, of a source in every cell of a plane, meets the boundary of two layers: R = (v2 -
// v1) / (v2 + v1) of the pressure comes back, and 1 + R goes on. The boundary lies between two
// cells, which errs by (k d)^2 / 12 at most. The sides are so far away that nothing of them has
// come by then.
TEST(TwoLayers, ReflectAndTransmitByTheirContrast) {
  constexpr int nz = 130, wide = 101, boundary = 90;
  Medium m = volume(nz, wide, wide);
  m.peak = 15;
  m.dt = 0.0008;
  m.steps = 360;
  const auto traces = [&](double below) {
    std::vector<float> model;
    for (int column = 0; column < wide * wide; ++column)
      for (int z = 0; z < nz; ++z)
        model.push_back(static_cast<float>(z < boundary ? m.velocity : below));
    WaveCase c = make_case(m, {70, 50, 50}, {{80, 50, 50}, {96, 50, 50}}, model);
    c.source_cells.clear();
    for (int y = 0; y < wide; ++y)
      for (int x = 0; x < wide; ++x) c.source_cells.push_back({70, x, y});
    make_wavelets(c, signal_of(m));
    return traces_of(c);
  };
  const auto largest = [](const std::vector<double> &trace) {
    return *std::max_element(trace.begin(), trace.end());
  };
  const auto without = traces(m.velocity);
  const double incident = largest(without[0]);
  for (const double below : {1500.0, 3000.0, 4482.0}) {
    const double r = (below - m.velocity) / (below + m.velocity);
    const double limit =
        std::pow(2 * M_PI * m.peak * m.spacing / std::min(below, m.velocity), 2) / 12;
    const auto with = traces(below);
    std::vector<double> returned;
    for (std::size_t n = 0; n < with[0].size(); ++n)
      returned.push_back((with[0][n] - without[0][n]) * (r > 0 ? 1 : -1));
    EXPECT_NEAR(largest(returned) / incident, std::abs(r), limit) << below;
    EXPECT_NEAR(largest(with[1]) / incident, 1 + r, limit) << below;
  }
}

}  // namespace
}  // namespace ladder
