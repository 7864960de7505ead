// label: physics
// room: seismic
// What waves meet: layers, borders that absorb, and each other's places exchanged.
#include <complex>

#include "harness/problems/wave/dispersion.h"
#include "harness/tests/analytic_waves.h"
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

// (1/v^2) p_tt - Laplacian p = s delta is self-adjoint, and so is the scheme without a sponge:
// exact but for rounding.
TEST(Reciprocity, SourceAndReceiverMayChangePlaces) {
  const Medium plane{.nz = 90, .nx = 120, .dt = 0.0008, .steps = 1200, .family = "windowed"};
  Medium taylor = plane;
  taylor.family = "taylor";
  const Medium volume{.nz = 37, .nx = 41, .ny = 43, .dt = 0.0008, .steps = 400, .ladder = "wave3d"};
  using Cell = ladder_cell;
  for (const auto &[m, a, b] : {std::tuple{plane, Cell{11, 17, 0}, Cell{70, 101, 0}},
                                {taylor, Cell{11, 17, 0}, Cell{70, 101, 0}},
                                {volume, Cell{3, 5, 38}, Cell{30, 33, 4}}}) {
    std::vector<float> velocities(std::size_t(m.nz) * std::size_t(m.nx * m.ny));
    random_field(velocities.data(), velocities.size(), 7);
    for (float &v : velocities) v = 3000 + 1500 * v;
    const auto there = traces_of(make_case(m, a, {b}, velocities))[0],
               back = traces_of(make_case(m, b, {a}, velocities))[0];
    ASSERT_GT(norm(there), 0);
    EXPECT_LT(misfit(there, back), 1e-5) << m.family << " " << m.ladder;
  }
}

// At constant density and normal incidence R = (v2 - v1) / (v2 + v1) of the pressure comes back,
// and 1 + R goes on. The interface lies between two cells, which errs by (k d)^2 / 12 at most.
class Layer : public testing::TestWithParam<const char *> {};

TEST_P(Layer, ReflectsAndTransmitsByTheContrast) {
  for (const double below : {3000.0, 1500.0, 4482.0}) {
    Medium m{.nz = 600, .spacing = 5, .dt = 0.0005, .steps = 1500, .ladder = GetParam()};
    const double limit = std::pow(2 * M_PI * m.peak * m.spacing / 1500, 2) / 12;
    std::vector<float> velocities(600, 2000.0f);
    std::fill(velocities.begin() + 300, velocities.end(), static_cast<float>(below));
    // At cell 250 the wave passes on its way down, and again when it comes back.
    const std::vector<ladder_cell> receivers = {{250, 0, 0}, {350, 0, 0}};
    const auto with = traces_of(make_case(m, {150, 0, 0}, receivers, velocities)),
               without = traces_of(make_case(m, {150, 0, 0}, receivers));
    const double r = (below - 2000) / (below + 2000);
    std::vector<double> returned;
    // Until the wave of the free surface, 150 cells above the source, arrives.
    const std::size_t until = 1500;
    for (std::size_t n = 0; n < until; ++n)
      returned.push_back((with[0][n] - without[0][n]) * (r > 0 ? 1 : -1));
    const auto largest = [](const std::vector<double> &trace) {
      return *std::max_element(trace.begin(), trace.begin() + until);
    };
    const double incident = largest(without[0]);
    EXPECT_NEAR(largest(returned) / incident, std::abs(r), limit) << below;
    EXPECT_NEAR(largest(with[1]) / incident, 1 + r, limit) << below;
  }
}

INSTANTIATE_TEST_SUITE_P(Ladders, Layer, testing::Values("wave", "wave3d"));

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
  Medium m{
      .nx = 900, .spacing = 20, .dt = 0.002, .velocity = velocity, .peak = 8, .sponge = sponge};
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
// width in wavelengths: 5.3 in water, 1.8 in salt.
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

// Waves under a free surface against the analytic solution with an image source of opposite sign,
// above a zero at the place that free_surface_place gives.

// The trace at `receiver` of a source at `source`, with the zero `place` [cells] above row 0.
std::vector<double> analytic(const Medium &m, const ladder_cell &source,
                             const ladder_cell &receiver, double place) {
  const double along = m.spacing * (receiver.x - source.x),
               direct = m.spacing * (receiver.z - source.z),
               image = m.spacing * (receiver.z + source.z + 2 * place);
  const auto analytic_of = m.nx == 1 ? analytic_1d : analytic_2d;
  auto trace = analytic_of(m, std::hypot(along, direct));
  const auto ghost = analytic_of(m, std::hypot(along, image));
  for (std::size_t n = 0; n < trace.size(); ++n) trace[n] -= ghost[n];
  return trace;
}

double misfit_at(const Medium &m, const ladder_cell &source, const ladder_cell &receiver,
                 double place) {
  return misfit(traces_of(make_case(m, source, {receiver}))[0],
                analytic(m, source, receiver, place));
}

double place_in(const Medium &m) { return free_surface_place(make_case(m, {1, 0, 0}, {})); }

TEST(FreeSurface, OfAThreePointOperatorIsTheRowAboveTheFirstAndOfATopThatAbsorbsNone) {
  EXPECT_NEAR(free_surface_place(1, {1, -2, 1}), 1, 1e-9);
  EXPECT_EQ(place_in({.nz = 60, .steps = 1, .sponge = 5}), 0);
}

// At normal incidence. Of long operators a zero in the row above would be another solution.
TEST(FreeSurface, ReflectsAsTheZeroWouldAtItsPlace) {
  for (const auto &[family, half_length] : std::vector<std::pair<std::string, int>>{
           {"taylor", 4}, {"taylor", 8}, {"windowed", 4}, {"windowed", 8}, {"windowed", 12}}) {
    SCOPED_TRACE(family + std::to_string(half_length));
    Medium m{.nz = 300, .dt = 0.0005, .steps = 1300, .family = family, .peak = 9};
    m.half_length = half_length;
    const ladder_cell source{20, 0, 0}, receiver{40, 0, 0};
    const double found = misfit_at(m, source, receiver, place_in(m));
    EXPECT_LE(found, 0.01);
    EXPECT_GE(misfit_at(m, source, receiver, 1), 3 * found);
  }
}

// In two dimensions from deep places up to the default ones, in the first row, where the source and
// its image nearly cancel.
TEST(FreeSurface, IsThatOfTheImageSource) {
  for (const ladder_cell source : {ladder_cell{10, 60, 0}, {2, 60, 0}, {0, 60, 0}}) {
    SCOPED_TRACE(source.z);
    Medium m{.nz = 90, .nx = 140, .steps = 250, .family = "windowed"};
    const ladder_cell receiver{source.z, 80, 0};
    const double place = place_in(m), found = misfit_at(m, source, receiver, place);
    EXPECT_LE(found, 0.04);
    EXPECT_GE(misfit_at(m, source, receiver, 1), 3 * found);
  }
}

}  // namespace
}  // namespace ladder
