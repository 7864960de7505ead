// label: physics
// Waves in one medium: travel time, amplitude and order of convergence against the analytic
// solution, of sources and receivers on cells and between them.
#include "harness/problems/wave/places.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/tests/analytic_waves.h"

namespace ladder {
namespace {

Medium medium(int dimensions) {
  return {.nz = dimensions == 3 ? 61 : 221,
          .nx = dimensions == 3 ? 75 : 281,
          .ny = dimensions == 3 ? 61 : 1,
          .dt = dimensions == 3 ? 0.0008 : 0.001,
          .steps = dimensions == 3 ? 300 : 550};
}

double distance(const Position &a, const Position &b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

// A case with its source and its receivers at places.
WaveCase case_of_places(const Medium &m, const Position &source, const std::string &receivers) {
  WaveCase c = make_case(m, {0, 0, 0}, {});
  set_source(source, c);
  make_wavelets(c, signal_of(m));
  CaseFile file;
  file.nz = m.nz, file.nx = m.nx, file.ny = m.ny;
  file.dz = file.dx = file.dy = m.spacing;
  place_receivers(file, {.receivers = receivers}, c);
  return c;
}

Gather gather_by(const std::string &stage, const WaveCase &c) {
  Wavefield field(c);
  propagate(c, with_its_own_launch(find_stage(stage, c.ladder)), {}, field);
  return gather_of(c, field);
}

std::vector<double> trace_of(const Gather &gather, std::size_t number) {
  const auto samples = static_cast<std::ptrdiff_t>(gather.samples);
  const auto first = gather.values.begin() + static_cast<std::ptrdiff_t>(number) * samples;
  return {first, first + samples};
}

// What one on a cell would be held to.
void expect_right(const Medium &m, const WaveCase &c, int dimensions) {
  const Gather gather = gather_by("c-simd", c);
  ASSERT_GT(gather.traces(), 0u);
  for (std::size_t i = 0; i < gather.traces(); ++i) {
    const double r = distance(gather.source, gather.receivers[i]);
    expect_analytic(m, c, trace_of(gather, i), r, dimensions);
  }
}

class OffGrid : public testing::TestWithParam<Position> {};  // [cells] off the grid

TEST_P(OffGrid, ASourceIsAsRightAsOneOnACell) {
  const Medium m = medium(2);
  const Position off = GetParam();
  const WaveCase c =
      case_of_places(m, {1100 + 10 * off.x, 0, 1100 + 10 * off.z}, "1500:1900:400,1100");
  expect_right(m, c, 2);
}

TEST_P(OffGrid, ReceiversAreAsRightAsThoseOnCells) {
  const Medium m = medium(2);
  const Position off = GetParam();
  const WaveCase c = case_of_places(
      m, {1100, 0, 1100},
      fmt::format("{}:{}:400,{}", 1500 + 10 * off.x, 1900 + 10 * off.x, 1100 + 10 * off.z));
  EXPECT_EQ(c.receivers(), 2u);
  expect_right(m, c, 2);
}

INSTANTIATE_TEST_SUITE_P(Physics, OffGrid,
                         testing::Values(Position{0.5, 0, 0}, Position{0, 0, 0.5},
                                         Position{0.5, 0, 0.5}, Position{0.3, 0, 0.8}));

TEST(OffGridVolume, ASourceInTheMiddleOfEightCellsIsAsRightAsOneOnACell) {
  Medium m = medium(3);
  WaveCase c = case_of_places(m, {305, 305, 305}, "surface");
  c.receiver_cells = {{30, 50, 30}, {30, 55, 30}};
  c.placed_receivers.clear();
  expect_right(m, c, 3);
}

TEST(OffGrid, OneOnACellIsThatCellAloneAndItsWholeWeight) {
  const WaveCase c = case_of_places(medium(2), {1100, 0, 1090}, "1500:1900:400,1100");
  ASSERT_EQ(c.source_cells.size(), 1u);
  EXPECT_EQ(c.source_cells[0].z, 109);
  EXPECT_EQ(c.source_cells[0].x, 110);
  EXPECT_TRUE(c.source_weights.empty() && !c.source_place && c.placed_receivers.empty());
  EXPECT_EQ(c.receiver_cells.size(), 2u);
  // Headers that count centimetres are off by less than a thousandth of a cell.
  EXPECT_EQ(case_of_places(medium(2), {1100.009, 0, 1089.991}, "surface").wavelets, c.wavelets);
}

TEST(OffGrid, AlongOneAxisItTakesEightCells) {
  const WaveCase c = case_of_places(medium(2), {1105, 0, 1090}, "1505:1505:1,1095");
  EXPECT_EQ(c.source_cells.size(), 8u);
  EXPECT_EQ(c.receiver_cells.size(), 64u);
  EXPECT_EQ(c.receivers(), 1u);
  for (const ladder_cell &cell : c.source_cells) EXPECT_EQ(cell.z, 109);
}

// A place on a cell among others that do not, is recorded as if it were alone.
TEST(OffGrid, ATraceOnACellKeepsItsBitsNextToOneBetweenCells) {
  const Medium m = medium(2);
  const Gather both = gather_by("c-O3", case_of_places(m, {1100, 0, 1100}, "1500:1510:5,1100")),
               alone = gather_by("c-O3", case_of_places(m, {1100, 0, 1100}, "1500:1510:10,1100"));
  ASSERT_EQ(both.traces(), 3u);
  EXPECT_EQ(trace_of(both, 0), trace_of(alone, 0));
  EXPECT_EQ(trace_of(both, 2), trace_of(alone, 1));
  EXPECT_NE(trace_of(both, 1), trace_of(alone, 0));
}

// The same weights on both ways: what one sends and the other records does not depend on which is
// which.
TEST(OffGrid, SourceAndReceiverMayBeExchanged) {
  const Medium m = medium(2);
  const auto there = trace_of(
                 gather_by("c-simd", case_of_places(m, {1105, 0, 1102}, "1508:1508:1,1211")), 0),
             back = trace_of(
                 gather_by("c-simd", case_of_places(m, {1508, 0, 1211}, "1105:1105:1,1102")), 0);
  EXPECT_LT(misfit(there, back), 1e-4);
}

// Cells beyond the grid hold no pressure, and are no cells of the case.
TEST(OffGrid, AtACornerItKeepsToTheGrid) {
  const WaveCase c = case_of_places(medium(2), {5, 0, 5}, "surface");
  EXPECT_EQ(c.source_cells.size(), 25u);
  for (const ladder_cell &cell : c.source_cells) EXPECT_TRUE(cell.z >= 0 && cell.x >= 0);
}

TEST(OffGrid, ReceiversAtOnePlaceAreOneAndNearOnesAreTwo) {
  const Medium m = medium(2);
  EXPECT_EQ(case_of_places(m, {1100, 0, 1100}, "1503:1504:1,1100").receivers(), 2u);
  EXPECT_EQ(case_of_places(m, {1100, 0, 1100}, "1500:1500.006:0.003,1100").receivers(), 1u);
}

// On a cell, between cells, and back: the hash covers cells, wavelets and all that a stage is
// given.
TEST(OffGrid, AMovedSourceMakesTheCaseThatIsLoadedWithIt) {
  const auto loaded = [](double x, double z) {
    return load_wave_case("small", {.source = fmt::format("{},{}", x, z), .samples = 41});
  };
  WaveCase moved = loaded(1000, 400);
  for (const auto &[x, z] : {std::pair{1203.0, 411.0}, {1200.0, 400.0}}) {
    const WaveCase anew = loaded(x, z);
    moved = with_source(moved, {x, 0, z});
    EXPECT_EQ(moved.hash, anew.hash);
    EXPECT_EQ(moved.source_weights, anew.source_weights);
    EXPECT_EQ(gather_by("c-simd", moved).values, gather_by("c-simd", anew).values);
  }
}

// On cells.

struct Operator {
  const char *family;
  int half_length;
};
void PrintTo(const Operator &o, std::ostream *out) { *out << o.family << " " << o.half_length; }
class OneMedium : public testing::TestWithParam<Operator> {
 protected:
  static Medium of_operator(int dimensions) {
    Medium m = medium(dimensions);
    m.half_length = GetParam().half_length, m.family = GetParam().family;
    return m;
  }
};

TEST_P(OneMedium, TimeAndAmplitudeAreRightInTwoDimensions) {
  const Medium m = of_operator(2);
  const WaveCase c = make_case(m, {110, 110, 0}, {{110, 150, 0}, {110, 190, 0}});
  const auto traces = traces_of(c);
  expect_analytic(m, c, traces[0], 400, 2);
  expect_analytic(m, c, traces[1], 800, 2);
}

// By the stages of both ladders.
TEST_P(OneMedium, TimeAndAmplitudeAreRightInThreeDimensions) {
  Medium m = of_operator(3);
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
  for (const int m : {1, 2, 3, 4})
    EXPECT_NEAR(std::log2(error(LADDER_TAYLOR, m, 1) / error(LADDER_TAYLOR, m, 0.5)), 2 * m, 0.35);
  EXPECT_NEAR(error(LADDER_WINDOWED, 4, 0.1) / error(LADDER_WINDOWED, 4, 0.2), 1, 0.1);
  EXPECT_GT(error(LADDER_WINDOWED, 4, 0.1), 100 * error(LADDER_TAYLOR, 4, 0.2));
}

}  // namespace
}  // namespace ladder
