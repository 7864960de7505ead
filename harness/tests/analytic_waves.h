// The analytic solution of p_tt / v^2 = Laplacian p + s(t) delta(x) in one medium, and how far from
// it the scheme is.
#pragma once
#include <complex>

#include "harness/tests/physics_case.h"

namespace ladder {

// (Aki and Richards, chapter 4): s(t - r/v) / (4 pi r).
inline std::vector<double> analytic_3d(const Medium &m, double r) {
  std::vector<double> trace;
  for (int n = 0; n <= m.steps; ++n)
    trace.push_back(ricker(m, n * m.dt - r / m.velocity) / (4 * M_PI * r));
  return trace;
}

// 1 / (2 pi) of the integral of s(t - r/v cosh u) over u from 0 to infinity.
inline std::vector<double> analytic_2d(const Medium &m, double r) {
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
inline std::vector<double> analytic_1d(const Medium &m, double r) {
  std::vector<double> trace;
  for (int n = 0; n <= m.steps; ++n) {
    const double t = n * m.dt - r / m.velocity - delay_of(m);
    trace.push_back(m.velocity / 2 * t * std::exp(-std::pow(M_PI * m.peak * t, 2)));
  }
  return trace;
}

// The wave number [radians per cell] that the scheme has at a frequency, along an axis: the root of
// 4 sin^2(w dt / 2) = -(v dt)^2 symbol(k).
inline double wave_number(const Medium &m, const WaveCase &c, double w) {
  const double wanted = -std::pow(2 * std::sin(w * m.dt / 2), 2) / std::pow(m.velocity * m.dt, 2);
  double low = 0, high = M_PI;
  for (int i = 0; i < 60; ++i) {
    const double k = (low + high) / 2;
    (ladder_operator_symbol(m.half_length, c.taps_x.data(), k) > wanted ? low : high) = k;
  }
  return low;
}

// What that makes of a Ricker wavelet after r metres, as a misfit over the spectrum of the trace.
// The phase is late by (k - w / v) r. The amplitude is off by the residue at the pole, R = -2 k /
// symbol'(k), and by the curvature of the slowness surface across each of the other axes, which is
// (1 + e) R of what it should be, 1 + e being the symbol over -k^2 for long waves. The spectrum of
// the trace differs from that of s by the frequency to the power (dimensions - 3) / 2.
inline double expected_misfit(const Medium &m, const WaveCase &c, double r, int dimensions) {
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

// A trace at r metres from its source. A fifth more for what the dispersion relation along one axis
// does not tell, and rounding.
inline void expect_analytic(const Medium &m, const WaveCase &c, const std::vector<double> &trace,
                            double r, int dimensions) {
  const double found = misfit(trace, dimensions == 3 ? analytic_3d(m, r) : analytic_2d(m, r)),
               expected = expected_misfit(m, c, r, dimensions);
  EXPECT_LE(found, 1.2 * expected + 1e-3) << r;
  EXPECT_GE(found, 0.5 * expected - 1e-3) << r << ": better than the scheme can be";
}

}  // namespace ladder
