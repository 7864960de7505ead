// label: physics
// room: seismic
// Waves in one medium: travel time, amplitude and order of convergence against the analytic
// solution.
#include "harness/tests/analytic_waves.h"

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
  void expect_right_volume(const std::string &ladder) const;
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
  for (const char *ladder : {"wave", "wave3d"}) {
    SCOPED_TRACE(ladder);
    expect_right_volume(ladder);
  }
}

void OneMedium::expect_right_volume(const std::string &ladder) const {
  Medium m = medium();
  m.ladder = ladder;
  m.nz = m.ny = 61;
  m.nx = 75;
  m.steps = 300;
  m.dt = 0.0008;
  const WaveCase c = make_case(m, {30, 30, 30}, {{30, 50, 30}, {30, 55, 30}});
  const auto traces = traces_of(c);
  expect_analytic(m, c, traces[0], 200, 3);
  expect_analytic(m, c, traces[1], 250, 3);
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

}  // namespace
}  // namespace ladder
