// Waves in one medium: travel time, amplitude and order of convergence against the analytic solution of
// p_tt / v^2 = Laplacian p + s(t) delta(x).
#include <complex>

#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

// (Aki and Richards, chapter 4): s(t - r/v) / (4 pi r).
std::vector<double> analytic_3d(const Medium &m, double r) {
  std::vector<double> trace;
  for (int n = 0; n <= m.steps; ++n)
    trace.push_back(ricker(m, n * m.dt - r / m.velocity) / (4 * M_PI * r));
  return trace;
}

// 1 / (2 pi) of the integral of s(t - r/v cosh u) over u from 0 to infinity.
std::vector<double> analytic_2d(const Medium &m, double r) {
  std::vector<double> trace;
  const double du = 1e-4;
  for (int n = 0; n <= m.steps; ++n) {
    const double t = n * m.dt;
    double sum = 0;
    for (double u = du / 2;; u += du) {
      const double moved = t - r / m.velocity * std::cosh(u);
      if (moved < -0.1) break;
      sum += ricker(m, moved) * du;
    }
    trace.push_back(sum / (2 * M_PI));
  }
  return trace;
}

// v / 2 times the integral of s up to t - r/v: that of a Ricker wavelet is (t - delay) exp(-a).
std::vector<double> analytic_1d(const Medium &m, double r) {
  std::vector<double> trace;
  for (int n = 0; n <= m.steps; ++n) {
    const double t = n * m.dt - r / m.velocity - delay_of(m);
    trace.push_back(m.velocity / 2 * t * std::exp(-std::pow(M_PI * m.peak * t, 2)));
  }
  return trace;
}

// The wave number [radians per cell] that the scheme has at a frequency, along an axis: the root of
// 4 sin^2(w dt / 2) = -(v dt)^2 symbol(k).
double wave_number(const Medium &m, const WaveCase &c, double w) {
  const double wanted = -std::pow(2 * std::sin(w * m.dt / 2), 2) / std::pow(m.velocity * m.dt, 2);
  double low = 0, high = M_PI;
  for (int i = 0; i < 60; ++i) {
    const double k = (low + high) / 2;
    (ladder_operator_symbol(m.half_length, c.taps_x.data(), k) > wanted ? low : high) = k;
  }
  return low;
}

// What that makes of a Ricker wavelet after r metres, as a misfit over the spectrum of the trace. The phase
// is late by (k - w / v) r. The amplitude is off by the residue at the pole, R = -2 k / symbol'(k), and by
// the curvature of the slowness surface across each of the other axes, which is (1 + e) R of what it should
// be, 1 + e being the symbol over -k^2 for long waves. The spectrum of the trace differs from that of s by
// the frequency to the power (dimensions - 3) / 2.
double expected_misfit(const Medium &m, const WaveCase &c, double r, int dimensions) {
  double wrong = 0, all = 0;
  for (double f = 0.5; f < 3.5 * m.peak; f += 0.5) {
    const double w = 2 * M_PI * f, k = wave_number(m, c, w), dk = 1e-3;
    const auto symbol = [&](double at) {
      return ladder_operator_symbol(m.half_length, c.taps_x.data(), at);
    };
    const double slope = (symbol(k + dk) - symbol(k - dk)) / (2 * dk);
    const double residue = -2 * k / (m.spacing * m.spacing) / slope,
                 long_waves = symbol(0.01) / -std::pow(0.01 / m.spacing, 2),
                 gain = residue * std::pow(long_waves * residue, -0.5 * (dimensions - 1)),
                 phase = (k / m.spacing - w / m.velocity) * r;
    const double amplitude =
        f * f * std::exp(-std::pow(f / m.peak, 2)) * std::pow(f, 0.5 * (dimensions - 3));
    wrong += std::norm(std::polar(amplitude * gain, phase) - amplitude);
    all += amplitude * amplitude;
  }
  return std::sqrt(wrong / all);
}

// A fifth more for what the dispersion relation along one axis does not tell, and rounding.
void expect_misfit(double found, double expected) {
  EXPECT_LE(found, 1.2 * expected + 1e-3);
  EXPECT_GE(found, 0.5 * expected - 1e-3) << "better than the scheme can be";
}

struct Operator {
  const char *family;
  int half_length;
};
void PrintTo(const Operator &o, std::ostream *out) { *out << o.family << " " << o.half_length; }
class OneMedium : public testing::TestWithParam<Operator> {
 protected:
  Medium medium() const {
    Medium m;
    m.family = GetParam().family;
    m.half_length = GetParam().half_length;
    return m;
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
  for (std::size_t i = 0; i < 2; ++i) {
    const double r = 400.0 * double(i + 1);
    SCOPED_TRACE(r);
    expect_misfit(misfit(traces[i], analytic_2d(m, r)), expected_misfit(m, c, r, 2));
  }
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
  for (std::size_t i = 0; i < 2; ++i) {
    const double r = 200.0 + 50.0 * double(i);
    SCOPED_TRACE(r);
    expect_misfit(misfit(traces[i], analytic_3d(m, r)), expected_misfit(m, c, r, 3));
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

// The misfit after one second in one dimension, with `finer` times as many cells, and dt in proportion to
// the spacing to the power of M: the order in space and the order in time (2) then fall together.
double misfit_1d(const std::string &family, int half_length, int finer) {
  Medium m;
  m.family = family;
  m.half_length = half_length;
  m.spacing = 10.0 / finer;
  m.dt = 0.002 / std::pow(finer, half_length);
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

// The windowed operator is made to be good over a band, and gives up the order for it: as the grid gets
// finer its relative error goes to a constant (for M = 4 -0.06 % of the Laplacian, -0.03 % of the velocity; for
// M = 8 what the taps' rounding leaves), where that of Taylor's falls with the power 2 M.
TEST(Convergence, WindowedKeepsItsErrorWhereTaylorLosesIt) {
  const auto error = [](ladder_operator family, int half_length, double k) {
    float taps[17];
    ladder_operator_taps(family, half_length, 1, ladder_usual_alpha, ladder_usual_beta, taps);
    return std::abs(ladder_operator_symbol(half_length, taps, k) / (-k * k) - 1);
  };
  EXPECT_NEAR(error(LADDER_WINDOWED, 4, 0.1) / error(LADDER_WINDOWED, 4, 0.2), 1, 0.1);
  EXPECT_GT(error(LADDER_WINDOWED, 4, 0.1), 100 * error(LADDER_TAYLOR, 4, 0.2));
  for (const int half_length : {1, 2, 3, 4}) {
    // Above the rounding of the taps, and below where higher powers count.
    const double k = 0.25 * half_length;
    EXPECT_NEAR(
        std::log2(error(LADDER_TAYLOR, half_length, k) / error(LADDER_TAYLOR, half_length, k / 2)),
        2 * half_length, 0.25 * half_length)
        << half_length;
  }
}

}  // namespace
}  // namespace ladder
