// What a command says of the waves on its grid: the band of a signal, the phase velocity, what is
// refused.
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

// 20 m, 2000 m/s, as in the thesis.
WaveCase grid(const std::string &family, int half_length, double dt) {
  Medium m{
      .nz = 30, .nx = 40, .spacing = 20, .dt = dt, .half_length = half_length, .family = family};
  return make_case(m, {10, 10, 0}, {});
}

TEST(Bands, ThatOfARickerWaveletOrItsIntegralIsThatOfItsSpectrum) {
  for (const double peak : {3.0, 8.0, 21.0}) {
    std::vector<float> signal(2000);
    for (const bool integral : {false, true}) {
      (integral ? ladder_ricker_integral : ladder_ricker)(2000, 0.002, peak, 1.5, signal.data());
      const Band analytic = band_of_ricker(peak, integral),
                 found = band_of(signal.data(), 2000, 1, 0.002);
      EXPECT_NEAR(found.low, analytic.low, 0.1);
      EXPECT_NEAR(found.high, analytic.high, 0.1);
    }
  }
}

TEST(Bands, AToneIsItsFrequencyAndAnImpulseHasThemAll) {
  std::vector<float> tone, impulse(1000);
  impulse[3] = 1;
  for (int n = 0; n < 1000; ++n)
    tone.push_back(static_cast<float>(std::sin(2 * M_PI * 37 * n * 0.001)));
  // A window of a second spreads a tone over a few hertz.
  EXPECT_NEAR(band_of(tone.data(), 1000, 1, 0.001).high, 37, 4);
  EXPECT_NEAR(band_of(tone.data(), 1000, 1, 0.001).low, 37, 4);
  EXPECT_EQ(band_of(impulse.data(), 1000, 1, 0.001).high, 500);
  EXPECT_EQ(band_of(impulse.data(), 1000, 1, 0.001).low, 0);
}

TEST(Bands, OfSeveralSignalsAllCountAndZerosHaveNone) {
  std::vector<float> two(2000);
  ladder_ricker(1000, 0.001, 10, 0.3, two.data());
  ladder_ricker(1000, 0.001, 40, 0.3, two.data() + 1000);
  EXPECT_GT(band_of(two.data(), 1000, 2, 0.001).high, 60);
  EXPECT_LT(band_of(two.data(), 1000, 1, 0.001).high, 30);
  const std::vector<float> zeros(100);
  EXPECT_EQ(band_of(zeros.data(), 100, 1, 0.001).high, 0);
}

// A plane wave of wavenumber k goes on as cos(k x - w t) when w = v k (1 + error): the scheme is
// applied to it, tap by tap.
TEST(PhaseVelocity, IsThatOfTheScheme) {
  const WaveCase c = grid("taylor", 2, 0.004);
  const double v = 2000, d = 20;
  for (const Direction &n : directions(c))
    for (const double k : {0.01, 0.03, 0.06}) {
      const double w = v * k * (1 + phase_velocity_error(c, v, c.dt, k, n));
      const auto p = [&](double z, double x, double t) {
        return std::cos(k * (n.z * z + n.x * x) - w * t);
      };
      const double z = 17, x = 23, t = 0.5;  // anywhere
      double laplacian = 0;
      for (int i = -2; i <= 2; ++i)
        laplacian += double(c.taps_z[i + 2]) * p(z + i * d, x, t) +
                     double(c.taps_x[i + 2]) * p(z, x + i * d, t);
      const double next = 2 * p(z, x, t) - p(z, x, t - c.dt) + std::pow(v * c.dt, 2) * laplacian;
      EXPECT_NEAR(next, p(z, x, t + c.dt), 1e-6) << k;
    }
}

TEST(PhaseVelocity, AShortOperatorIsTooSlowAndALongStepTooFast) {
  const WaveCase c = grid("taylor", 1, 0.002);
  const double k = 1.0 / 20;
  EXPECT_NEAR(phase_velocity_error(c, 2000, 0, k, {1, 0, 0}), 2 * std::sin(0.5) - 1, 1e-6);
  EXPECT_LT(phase_velocity_error(c, 2000, 0, k, {1, 0, 0}),
            phase_velocity_error(c, 2000, 0, k, directions(c).back()))
      << "second order is worst along an axis";
  EXPECT_GT(phase_velocity_error(grid("taylor", 16, 0.004), 2000, 0.004, k, {1, 0, 0}), 0.005);
}

TEST(Dispersions, AreWorstAtTheSlowestVelocityInSpaceAndSigned) {
  WaveCase c = grid("taylor", 2, 1e-5);
  c.band = band_of_ricker(8);
  const double alone = dispersion(c).worst();
  EXPECT_LT(alone, 0);
  c.slowest = 1500;
  EXPECT_LT(dispersion(c).worst(), 1.5 * alone);
  EXPECT_NEAR(dispersion(c).cells_per_wavelength, 1500 / c.band.high / 20, 1e-9);
  c.fastest = 6000;
  EXPECT_LT(dispersion(c).worst(), 1.5 * alone);
}

TEST(Dispersions, TheWarningSaysWhatToDo) {
  const auto warning = [](const std::string &family, int half_length, double dt, double peak) {
    WaveCase c = grid(family, half_length, dt);
    c.band = band_of_ricker(peak);
    return dispersion_warning(c, dispersion(c));
  };
  EXPECT_EQ(warning("windowed", 8, 0.002, 8), "");
  EXPECT_HAS(warning("windowed", 2, 0.002, 8), "--operator=taylor");
  EXPECT_HAS(warning("taylor", 2, 0.002, 14), "too slow");
  EXPECT_HAS(warning("taylor", 2, 0.002, 14), "--half-length");
  EXPECT_HAS(warning("windowed", 8, 0.004, 8), "use dt = ");
  EXPECT_HAS(warning("windowed", 8, 0.002, 60), "cells per wavelength");
}

TEST(Dispersions, TheThesisCaseIsWithinTwoTenthsOfAPercent) {
  const Dispersion d = dispersion(load_wave_case("thesis"));
  EXPECT_NEAR(d.cells_per_wavelength, 1500 / (2.2113 * 8) / 20, 0.01);
  EXPECT_LT(std::abs(d.of_space), 4e-5);
  // What is left is the time step's, (w dt)^2 / 24 at the highest frequency.
  EXPECT_NEAR(d.worst(), std::pow(2 * M_PI * d.high_hz * 0.002, 2) / 24, 5e-5);
}

TEST(Dispersions, ReflectorsHaveTheSameWavelengthAtEveryVelocity) {
  WaveCase c = with_half_the_velocity(load_wave_case("small"));
  const Dispersion d = dispersion_of_reflectors(c);
  c.slowest /= 2;
  EXPECT_EQ(dispersion_of_reflectors(c).cells_per_wavelength, d.cells_per_wavelength);
  EXPECT_NEAR(d.cells_per_wavelength, 2 * M_PI / (2.2113 * std::sqrt(2.0) / 2), 0.01);
}

// Table 3.2 of the thesis of 2016: the largest v dt / h that is stable, in one to three dimensions.
TEST(StabilityTable, OrdersTwoAndFour) {
  const double limits[][3] = {{1, 1 / std::sqrt(2), 1 / std::sqrt(3)},
                              {std::sqrt(3) / 2, std::sqrt(3.0 / 8), 0.5}};
  for (const int half_length : {1, 2})
    for (const int axes : {1, 2, 3}) {
      const Medium box{.nz = 40,
                       .nx = axes > 1 ? 40 : 1,
                       .ny = axes > 2 ? 40 : 1,
                       .steps = 1,
                       .half_length = half_length};
      EXPECT_NEAR(box.velocity * largest_stable_dt(make_case(box, {0, 0, 0}, {})) / box.spacing,
                  limits[half_length - 1][axes - 1], 1e-6)
          << axes << " axes, half-length " << half_length;
    }
}

}  // namespace
}  // namespace ladder
