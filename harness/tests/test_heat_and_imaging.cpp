// label: physics
// The problems heat and imaging: every stage on the host is right on odd cases, sine modes decay as
// theory says, and what is wrong of a product is found.
#include "harness/bench/registry/find_case.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

HeatCase box(int nz, int nx, int ny, int steps) {
  const auto made = heat_problem.random({nz, nx, ny}, steps, {});
  return dynamic_cast<const HeatCase &>(*made);
}

class HeatStage : public testing::TestWithParam<StageEntry> {};

TEST_P(HeatStage, IsRightOnOddBoxes) {
  const ladder_stage &stage = *GetParam().stage;
  const int boxes[][4] = {{1, 1, 1, 3},    {2, 3, 4, 5},    {3, 3, 3, 9},     {17, 5, 1, 4},
                          {37, 29, 31, 0}, {37, 29, 31, 1}, {37, 29, 31, 13}, {5, 41, 3, 8}};
  for (const auto &[nz, nx, ny, steps] : boxes) expect_right(box(nz, nx, ny, steps), stage);
}

// Sides of both kinds on each axis, and a map: what is not plain. The others are refused by create.
TEST_P(HeatStage, IsRightBetweenInsulatedSidesOrRefusesThem) {
  const ladder_stage &stage = *GetParam().stage;
  const std::set<std::string> general = {"fortran", "fortran-omp", "c-general"};
  for (const auto &[nz, nx, ny] : {HeatCells{1, 1, 1}, {2, 3, 4}, {17, 1, 5}, {13, 29, 11}}) {
    HeatCase c = box(nz, nx, ny, 7);
    c.material.insulated = {{{true, false}, {true, true}, {false, true}}};
    c.material.along = {0.5, 1, 0.25};
    c.material.map = std::make_shared<const std::vector<float>>();
    c.material = c.material.on_random_map({nz, nx, ny});
    c.complete();
    const Probe created = probe_creation_alone(c, stage, make_launch(stage, {}));
    EXPECT_EQ(created.passed, general.contains(GetParam().name())) << created.words;
    if (!created.passed) {
      EXPECT_TRUE(created.refused) << created.words;
      continue;
    }
    expect_right(c, stage);
  }
}

// A block knows its own part of the map, and only sides of the whole are insulated.
TEST(HeatCase, ABlockHasThePartOfTheMaterialThatItLiesIn) {
  HeatMaterial whole;
  whole.insulated = {{{true, true}, {true, true}, {true, true}}};
  std::vector<float> map;
  for (int cell = 0; cell < 3 * 4 * 5; ++cell) map.push_back(static_cast<float>(cell + 1) / 60);
  whole.map = std::make_shared<const std::vector<float>>(map);
  const HeatMaterial part = whole.part({3, 4, 5}, {{1, 0, 2}, {2, 3, 3}});
  const std::array<std::array<bool, 2>, 3> sides{{{false, true}, {true, false}, {false, true}}};
  EXPECT_EQ(part.insulated, sides);
  ASSERT_EQ(part.map->size(), 18U);
  EXPECT_EQ((*part.map)[0], map[1 + 3 * (0 + 4 * 2)]);
  EXPECT_EQ((*part.map)[17], map[2 + 3 * (2 + 4 * 4)]);
}

TEST_P(HeatStage, PassesTheProbe) { expect_probed(box(33, 21, 9, 2), *GetParam().stage); }

// A product of sines is an eigenvector of the discrete equation: after n steps decay^n of it is
// left, in every cell.
TEST_P(HeatStage, ASineModeDecaysAsTheDiscreteEquationSays) {
  HeatCase c = box(25, 19, 31, 60);
  c.begin.kind = "mode";
  c.begin.amplitude = 10;
  c.begin.half_waves = {2, 1, 3};
  c.complete();
  std::vector<float> first(c.cells()), unused(first.size());
  c.start({}, {first.data(), unused.data()});
  const ladder_stage &stage = *GetParam().stage;
  const ladder::Run run = run_once(c, stage, make_launch(stage, {}));
  ASSERT_TRUE(run.ok()) << run.error.words;
  const double left = std::pow(c.decay_of_mode(), c.steps);
  EXPECT_GT(left, 0.05);
  EXPECT_LT(left, 0.5);
  // 11 roundings of u max|T| a step, as HeatCase::rounding counts them, and those of the start,
  // which decay.
  const double allowed =
      11 * std::ldexp(10.0, -24) * std::sqrt(double(c.steps)) + 10 * std::ldexp(1.0, -23);
  for (std::size_t i = 0; i < first.size(); ++i)
    ASSERT_NEAR((*run.arrays[0])[i], left * double(first[i]), allowed)
        << c.place(0, std::int64_t(i));
}

TEST(HeatCase, ScalingTheStartScalesItExactly) {
  for (const char *kind : {"mode", "hot-ball", "random"}) {
    HeatCase c = box(9, 7, 5, 2);
    c.begin.kind = kind;
    std::vector<float> one(c.cells()), four(one.size()), unused(one.size());
    c.start(Start{.amplitude = 1}, {one.data(), unused.data()});
    c.start(Start{.amplitude = 4}, {four.data(), unused.data()});
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(four[i], 4 * one[i]) << kind;
  }
}

TEST(HeatCase, AnotherNumberIsAnotherHash) {
  const HeatCase a = box(9, 7, 5, 2);
  HeatCase seed = a, divisor = a;
  seed.begin.seed = 2, divisor.divisor = 7;
  for (HeatCase *other : {&seed, &divisor}) {
    other->complete();
    EXPECT_NE(a.hash, other->hash);
  }
}

using HeatFile = TestFolder;

TEST_F(HeatFile, ATableThatItDoesNotHaveIsNotTakenForAKey) {
  const std::string path = put("c.toml", "[grid]\nnz = 9\n[mirror]\nleft = 3\n");
  EXPECT_HAS(refusal_of([&] { read_heat_case(locate_case(path), {}); }),
             "'mirror' of the file: unknown table; the file has border, grid, ");
}

TEST(HeatCase, OptionsOfWavesAreRefused) {
  EXPECT_THROW(load_case("heat-small", {.half_length = 4}), UsageError);
  EXPECT_EQ(load_case("heat-small", {.samples = 11})->steps, 10);
}

INSTANTIATE_TEST_SUITE_P(All, HeatStage, testing::ValuesIn(stages_on_host("heat")), name_of_stage);

// Imaging.

class ImagingStage : public testing::TestWithParam<StageEntry> {};

TEST_P(ImagingStage, IsRightOnOddShots) {
  const ladder_stage &stage = *GetParam().stage;
  struct Shot {
    int nz, nx, steps, every, offsets_x, offsets_z, half_length;
  };
  for (const Shot &s :
       {Shot{1, 1, 3, 1, 0, 0, 4}, Shot{5, 3, 4, 5, 2, 1, 4}, Shot{37, 29, 20, 3, 6, 40, 1},
        Shot{700, 7, 9, 2, 2, 3, 7}, Shot{19, 45, 15, 1, 30, 0, 16}}) {
    expect_right(
        small_imaging_case(s.nz, s.nx, s.steps, s.every, s.offsets_x, s.offsets_z, s.half_length),
        stage);
  }
}

TEST_P(ImagingStage, PassesTheProbe) {
  expect_probed(small_imaging_case(33, 21, 9, 2, 3, 4, 4), *GetParam().stage);
}

INSTANTIATE_TEST_SUITE_P(Host, ImagingStage, testing::ValuesIn(stages_on_host("imaging")),
                         name_of_stage);

struct Made {
  ImagingCase c = small_imaging_case(24, 31, 20, 2, 4, 3, 4);
  const ladder_stage &stage = *find_stage("c", "imaging").stage;
  ladder::Run run = run_once(c, stage, make_launch(stage, {}));
  const float *product(std::size_t k) const { return run.arrays[k]->data(); }
};

// Whichever product it is, however small compared with the others: each has a bound of its own.
TEST(Imaging, AWrongValueOfAnyProductIsFound) {
  Made made;
  const Truth truth = make_truth(made.c);
  ASSERT_TRUE(judge_run(made.c, truth, made.run).passed);
  for (std::size_t k = 0; k < 4; ++k) {
    GuardedBuffer<float> &values = *made.run.arrays[k];
    float largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      largest = std::max(largest, std::abs(values[i]));
    const float right = values[7];
    values[7] += 1e-4f * largest;
    EXPECT_FALSE(judge_run(made.c, truth, made.run).passed) << made.c.arrays()[k].name;
    values[7] = right;
  }
}

// With all that goes in twice as large, each product is four times as large, to the bit; those of
// values so small that they are flushed to zero are left out.
TEST(Imaging, ProductsAreOfDegreeTwo) {
  const Made made;
  ImagingCase doubled = made.c;
  for (auto *inputs : {&doubled.wavelets, &doubled.data})
    for (float &value : *inputs) value *= 2;
  const ladder::Run run = run_once(doubled, made.stage, make_launch(made.stage, {}));
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 0; i < run.arrays[k]->size(); ++i)
      if (std::abs(made.product(k)[i]) > 1e-20f) {
        ASSERT_EQ((*run.arrays[k])[i], 4 * made.product(k)[i]);
      }
  }
}

// Shots of a survey share all that does not depend on them.
TEST(Imaging, AShotTakenIntoACaseIsThatOfACaseOfItsOwn) {
  ImagingCase shared = small_imaging_case(23, 31, 12, 3, 2, 1, 4), own = shared;
  std::vector<float> traces;
  own.source_cells = shared.source_cells = {{3, 30}};
  own.receiver_cells = shared.receiver_cells = {{0, 4}, {22, 5}, {7, 0}};
  for (int i = 0; i < 3 * own.time_steps; ++i) traces.push_back(0.5f * static_cast<float>(i % 7));
  own.assemble();
  own.take_data(traces);
  shared.take_shot(traces);
  EXPECT_EQ(shared.wavelets, own.wavelets);
  EXPECT_EQ(shared.data, own.data);
  EXPECT_TRUE(shared.v2dt2 == own.v2dt2);
  EXPECT_EQ(shared.arrays()[0].relative_rounding, own.arrays()[0].relative_rounding);
  EXPECT_NE(own.hash, "");
  EXPECT_EQ(shared.hash, "");  // not that of the case that was there before
  shared.receiver_cells.push_back({22, 5});
  traces.resize(4 * static_cast<std::size_t>(own.time_steps));
  EXPECT_THROW(shared.take_shot(traces), FileError);
}

TEST(Imaging, ACaseSaysWhatIsImpossible) {
  const auto refused = [](auto change) {
    ImagingCase c = small_imaging_case(24, 31, 20, 2, 4, 3, 4);
    change(c);
    return refusal_of([&] { c.assemble(); });
  };
  EXPECT_EQ(refused([](ImagingCase &) {}), "");
  EXPECT_HAS(refused([](ImagingCase &c) { c.dt = 0.1; }), "stable");
  EXPECT_HAS(refused([](ImagingCase &c) { c.receiver_cells.push_back({24, 0}); }), "outside");
  EXPECT_HAS(refused([](ImagingCase &c) { c.receiver_cells.push_back(c.receiver_cells[0]); }),
             "two receivers");
  EXPECT_HAS(refused([](ImagingCase &c) { c.sponge_left = 40; }), "sponges along x");
}

}  // namespace
}  // namespace ladder
