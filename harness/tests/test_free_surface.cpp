// label: physics
// room: seismic
// Waves under a free surface against the analytic solution with an image source of opposite sign,
// above a zero at the place that free_surface_place gives.
#include "harness/problems/wave/free_surface.h"
#include "harness/tests/analytic_waves.h"

namespace ladder {
namespace {

// The trace at `receiver` of a source at `source`, with the zero `place` [cells] above row 0.
std::vector<double> analytic(const Medium &m, const ladder_cell &source,
                             const ladder_cell &receiver, double place) {
  const double along = m.spacing * (receiver.x - source.x),
               direct = m.spacing * (receiver.z - source.z),
               image = m.spacing * (receiver.z + source.z + 2 * place);
  if (m.nx == 1) {
    auto trace = analytic_1d(m, std::abs(direct));
    const auto ghost = analytic_1d(m, image);
    for (std::size_t n = 0; n < trace.size(); ++n) trace[n] -= ghost[n];
    return trace;
  }
  auto trace = analytic_2d(m, std::hypot(along, direct));
  const auto ghost = analytic_2d(m, std::hypot(along, image));
  for (std::size_t n = 0; n < trace.size(); ++n) trace[n] -= ghost[n];
  return trace;
}

double misfit_at(const Medium &m, const ladder_cell &source, const ladder_cell &receiver,
                 double place) {
  return misfit(traces_of(make_case(m, source, {receiver}))[0],
                analytic(m, source, receiver, place));
}

double place_in(const Medium &m) { return free_surface_place(make_case(m, {1, 0, 0}, {})); }

TEST(FreeSurface, OfAThreePointOperatorIsTheRowAboveTheFirst) {
  EXPECT_NEAR(free_surface_place(1, {1, -2, 1}), 1, 1e-9);
}

TEST(FreeSurface, OfALongOperatorIsNearer) {
  Medium m;
  m.nz = 60;
  m.steps = 1;
  EXPECT_NEAR(place_in(m), 0.888, 0.001);
  m.half_length = 4;
  EXPECT_NEAR(place_in(m), 0.898, 0.001);
  m.family = "windowed";
  m.half_length = 8;
  EXPECT_NEAR(place_in(m), 0.885, 0.001);
  m.sponge = 5;
  EXPECT_EQ(place_in(m), 0) << "a top that absorbs has no zero";
}

// At normal incidence. Of long operators a zero in the row above would be another solution.
TEST(FreeSurface, ReflectsAsTheZeroWouldAtItsPlace) {
  for (const auto &[family, half_length] : std::vector<std::pair<std::string, int>>{
           {"taylor", 4}, {"taylor", 8}, {"windowed", 4}, {"windowed", 8}, {"windowed", 12}}) {
    SCOPED_TRACE(family + std::to_string(half_length));
    Medium m;
    m.family = family;
    m.half_length = half_length;
    m.nz = 300;
    m.peak = 9;
    m.dt = 0.0005;
    m.steps = 1300;
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
    Medium m;
    m.family = "windowed";
    m.nz = 90;
    m.nx = 140;
    m.steps = 250;
    const ladder_cell receiver{source.z, 80, 0};
    const double place = place_in(m), found = misfit_at(m, source, receiver, place);
    EXPECT_LE(found, 0.04);
    EXPECT_GE(misfit_at(m, source, receiver, 1), 3 * found);
  }
}

}  // namespace
}  // namespace ladder
