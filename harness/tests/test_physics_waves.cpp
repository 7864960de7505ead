// label: physics
// room: seismic
// Waves in one medium: travel time, amplitude and order of convergence against the analytic
// solution.
#include <array>

#include "harness/tests/analytic_waves.h"
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

struct Operator {
  const char *family;
  int half_length;
};
void PrintTo(const Operator &o, std::ostream *out) { *out << o.family << " " << o.half_length; }
class OneMedium : public testing::TestWithParam<Operator> {
 protected:
  Medium medium() const {
    return {.half_length = GetParam().half_length, .family = GetParam().family};
  }
};

TEST_P(OneMedium, TimeAndAmplitudeAreRightInTwoDimensions) {
  Medium m = medium();
  m.nz = 221;
  m.nx = 281;
  m.steps = 550;
  const WaveCase c = make_case(m, {110, 110, 0}, {{110, 150, 0}, {110, 190, 0}});
  const auto traces = traces_of(c);
  expect_analytic(m, c, traces[0], 400, 2);
  expect_analytic(m, c, traces[1], 800, 2);
}

// By the stages of both ladders.
TEST_P(OneMedium, TimeAndAmplitudeAreRightInThreeDimensions) {
  Medium m = medium();
  m.nz = m.ny = 61;
  m.nx = 75;
  m.steps = 300;
  m.dt = 0.0008;
  for (const char *ladder : {"wave", "wave3d"}) {
    SCOPED_TRACE(ladder);
    m.ladder = ladder;
    const WaveCase c = make_case(m, {30, 30, 30}, {{30, 50, 30}, {30, 55, 30}});
    const auto traces = traces_of(c);
    expect_analytic(m, c, traces[0], 200, 3);
    expect_analytic(m, c, traces[1], 250, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Physics, OneMedium,
                         testing::Values(Operator{"windowed", 8}, Operator{"taylor", 8},
                                         Operator{"taylor", 4}, Operator{"taylor", 2},
                                         Operator{"taylor", 3}, Operator{"taylor", 6}),
                         [](const auto &info) {
                           return std::string(info.param.family) +
                                  std::to_string(info.param.half_length);
                         });

// The misfit after one second in one dimension, with `finer` times as many cells, and dt in
// proportion to the spacing to the power of M: the order in space and the order in time (2) then
// fall together.
double misfit_1d(const std::string &family, int half_length, int finer) {
  Medium m{.spacing = 10.0 / finer,
           .dt = 0.002 / std::pow(finer, half_length),
           .half_length = half_length,
           .family = family};
  m.steps = static_cast<int>(std::lround(0.7 / m.dt));
  m.nz = 241 * finer;
  const WaveCase c = make_case(m, {60 * finer, 0, 0}, {{140 * finer, 0, 0}});
  return misfit(traces_of(c)[0], analytic_1d(m, 800));
}

TEST(Convergence, TaylorIsOfOrderTwoM) {
  for (const int half_length : {1, 2}) {
    const double coarse = misfit_1d("taylor", half_length, 2),
                 fine = misfit_1d("taylor", half_length, 4);
    EXPECT_NEAR(std::log2(coarse / fine), 2 * half_length, 0.2 * half_length)
        << coarse << " and " << fine;
  }
}

// The windowed operator is made to be good over a band, and gives up the order for it: as the grid
// gets finer its relative error goes to a constant (for M = 4 -0.06 % of the Laplacian, -0.03 % of
// the velocity; for M = 8 what the taps' rounding leaves), where that of Taylor's falls with the
// power 2 M.
TEST(Convergence, WindowedKeepsItsErrorWhereTaylorLosesIt) {
  const auto error = [](ladder_operator family, int half_length, double k) {
    float taps[17];
    ladder_operator_taps(family, half_length, 1, ladder_usual_alpha, ladder_usual_beta, taps);
    return std::abs(ladder_operator_symbol(half_length, taps, k) / (-k * k) - 1);
  };
  EXPECT_NEAR(error(LADDER_WINDOWED, 4, 0.1) / error(LADDER_WINDOWED, 4, 0.2), 1, 0.1);
  EXPECT_GT(error(LADDER_WINDOWED, 4, 0.1), 100 * error(LADDER_TAYLOR, 4, 0.2));
}

// The order of the operators in three dimensions.

// How far the operator that a stage applies to a plane wave is from -k^2, as a share of it. From
// p(0) = p(-1) = p a step gives p + (v dt)^2 L p, and (v dt)^2 is made so large that the first term
// does not drown the second.
double error_of_plane_wave(int half_length, double radians_a_cell,
                           const std::array<double, 3> &way) {
  const Medium m{
      .nz = 41, .nx = 43, .ny = 45, .steps = 1, .half_length = half_length, .ladder = "wave3d"};
  WaveCase c = make_case(m, {0, 0, 0}, {});
  c.source_cells.clear();
  c.wavelets.clear();
  const float large = 100 * float(m.spacing * m.spacing);
  std::fill_n(c.v2dt2.change(), c.cells(), large);
  const auto wave = [&](int z, int x, int y) {
    return std::cos(radians_a_cell * (way[0] * z + way[1] * x + way[2] * y) + 0.3);
  };
  const auto at = [](int z, int x, int y) { return z + 41 * (x + 43 * y); };
  Wavefield field(c);
  for (int y = 0; y < 45; ++y)
    for (int x = 0; x < 43; ++x)
      for (int z = 0; z < 41; ++z)
        field.now[at(z, x, y)] = field.before[at(z, x, y)] = static_cast<float>(wave(z, x, y));
  const std::vector<float> start = field.now;
  propagate(c, with_its_own_launch(find_stage("c-simd", "wave3d")), {}, field);
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
  std::vector<float> taps(2 * m + 1);
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

}  // namespace
}  // namespace ladder
