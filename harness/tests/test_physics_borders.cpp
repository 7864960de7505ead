// label: physics
// room: seismic
// What waves meet: layers, borders that absorb, and each other's places exchanged.
#include <algorithm>
#include <complex>
#include <string>

#include "harness/bench/run/run.h"
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

// (1/v^2) p_tt - Laplacian p = s delta is self-adjoint, and so is the scheme without a sponge:
// exact but for rounding.
TEST(Reciprocity, SourceAndReceiverMayChangePlaces) {
  Medium m;
  m.nz = 90;
  m.nx = 120;
  m.steps = 1200;
  m.dt = 0.0008;
  std::vector<float> velocities(90 * 120);
  random_field(velocities.data(), velocities.size(), 7);
  for (float &v : velocities) v = 3000 + 1500 * v;
  const ladder_cell a{11, 17, 0}, b{70, 101, 0};
  for (const char *family : {"windowed", "taylor"}) {
    m.family = family;
    const auto there = traces_of(make_case(m, a, {b}, velocities))[0],
               back = traces_of(make_case(m, b, {a}, velocities))[0];
    ASSERT_GT(norm(there), 0);
    EXPECT_LT(misfit(there, back), 1e-5) << family;
  }
}

// At constant density and normal incidence R = (v2 - v1) / (v2 + v1) of the pressure comes back,
// and 1 + R goes on. The interface lies between two cells, which errs by (k d)^2 / 12 at most.
TEST(Layer, ReflectsAndTransmitsByTheContrast) {
  for (const double below : {3000.0, 1500.0, 4482.0}) {
    Medium m;
    m.nz = 600;
    m.spacing = 5;
    m.dt = 0.0005;
    m.steps = 1500;
    const double limit = std::pow(2 * M_PI * m.peak * m.spacing / 1500, 2) / 12;
    std::vector<float> velocities(600, 2000.0f);
    std::fill(velocities.begin() + 300, velocities.end(), static_cast<float>(below));
    // At cell 250 the wave passes on its way down, and again when it comes back.
    const std::vector<ladder_cell> receivers = {{250, 0, 0}, {350, 0, 0}};
    const auto with = traces_of(make_case(m, {150, 0, 0}, receivers, velocities)),
               without = traces_of(make_case(m, {150, 0, 0}, receivers));
    std::vector<double> returned;
    // Until the wave of the free surface, 150 cells above the source, arrives.
    const std::size_t until = 1500;
    for (std::size_t n = 0; n < until; ++n) returned.push_back(with[0][n] - without[0][n]);
    const auto largest = [](const std::vector<double> &trace) {
      return *std::max_element(trace.begin(), trace.begin() + until);
    };
    const auto least = [](const std::vector<double> &trace) {
      return *std::min_element(trace.begin(), trace.begin() + until);
    };
    const double r = (below - 2000) / (below + 2000), incident = largest(without[0]);
    const double found = r > 0 ? largest(returned) / incident : least(returned) / incident;
    EXPECT_NEAR(found, r, limit) << below;
    EXPECT_NEAR(largest(with[1]) / incident, 1 + r, limit) << below;
  }
}

// What a sponge sends back at normal incidence, by theory. It multiplies p(n+1) and p(n) by g in
// each step, which solves (d/dt + a)^2 p = v^2 p_xx with a = -ln(g) / dt: of a wave of frequency w
// the wave number in it is k = (w - i a) / v. From the wall behind it, where p = 0, p_xx = -k^2 p
// is integrated to its begin, and there split into the wave that came and the one that returns.
double returned_by_theory(const Medium &m, const WaveCase &c) {
  constexpr int cuts = 40;  // of a cell
  double returned = 0, all = 0;
  for (double f = 0.25; f < 3 * m.peak; f += 0.25) {
    using complex = std::complex<double>;
    const double w = 2 * M_PI * f, h = m.spacing / cuts;
    complex p = 0, slope = 1;
    for (int i = 0; i < m.sponge * cuts; ++i) {
      // The factor of the cell whose middle this place is nearest to; cell 0 is one spacing off the
      // wall.
      const double at = (i + 0.5) / cuts - 1;
      const auto cell = static_cast<std::size_t>(std::max(0.0, std::round(at)));
      const complex k(w / m.velocity, std::log(double(c.sponge_x[cell])) / m.dt / m.velocity);
      // Exact within a piece of constant k.
      const complex cosine = std::cos(k * h), sine = std::sin(k * h);
      const complex next = p * cosine + slope / k * sine;
      slope = -p * k * sine + slope * cosine;
      p = next;
    }
    const complex ik(0, w / m.velocity), a = p + slope / ik, b = p - slope / ik;
    const double energy = std::pow(f * std::exp(-std::pow(f / m.peak, 2)), 2);
    const double ratio = std::norm(b) / std::norm(a);
    returned += std::min(ratio, 1 / ratio) * energy;
    all += energy;
  }
  return 10 * std::log10(returned / all);
}

Medium before_a_sponge(double velocity, int sponge) {
  Medium m;
  m.nx = 900;
  m.spacing = 20;
  m.dt = 0.002;
  m.peak = 8;
  m.velocity = velocity;
  m.sponge = sponge;
  m.steps = static_cast<int>((300 + 2 * sponge) * m.spacing / velocity / m.dt + 200);
  return m;
}

// The energy that a receiver sees coming back, over that which went by, in dB. Its source and it
// stand where nothing comes back from the other side in time.
double returned_by_the_program(const Medium &m) {
  Medium without = m;
  without.nx = 2 * m.nx;
  without.sponge = 0;
  const auto with = traces_of(make_case(m, {0, m.sponge + 100, 0}, {{0, m.sponge + 50, 0}}))[0];
  auto free = traces_of(make_case(without, {0, m.nx + 50, 0}, {{0, m.nx, 0}}))[0];
  std::vector<double> returned;
  for (std::size_t n = 0; n < with.size(); ++n) returned.push_back(with[n] - free[n]);
  return 20 * std::log10(norm(returned) / norm(free));
}

// The sponge of the thesis: 50 cells of 20 m, 0.0053 per cell, waves of 8 Hz. What counts is its
// width in
// wavelengths: 5.3 in water, 1.8 in salt.
TEST(SpongeOfTheThesis, ReturnsWhatTheorySays) {
  for (const double velocity : {1500.0, 2400.0, 4482.0}) {
    Medium m = before_a_sponge(velocity, 50);
    const WaveCase c = make_case(m, {0, 100, 0}, {});
    const double program = returned_by_the_program(m), theory = returned_by_theory(m, c);
    RecordProperty("db_at_" + std::to_string(int(velocity)), std::to_string(program));
    EXPECT_NEAR(program, theory, 1.5) << velocity;
  }
}

TEST(SpongeOfTheThesis, ReturnsLessThanATenThousandthOnlyWhereItIsWideEnough) {
  EXPECT_GT(returned_by_the_program(before_a_sponge(4482, 50)), -40);
  Medium wide = before_a_sponge(1500, 100);
  wide.strength = 0.0013;
  EXPECT_LT(returned_by_the_program(wide), -40);
}

}  // namespace
}  // namespace ladder
