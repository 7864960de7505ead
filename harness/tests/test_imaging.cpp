// label: physics
// The problem imaging: every stage on the host is right on odd shots, and what is wrong of a
// product is found.
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

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

TEST(Imaging, TheImageIsTheGathersAtZeroOffset) {
  const Made made;
  const auto zero_x = made.c.field() * 4, zero_z = made.c.field() * 3;
  for (std::size_t i = 0; i < made.c.field(); ++i) {
    EXPECT_EQ(made.product(0)[i], made.product(1)[zero_x + i]);
    EXPECT_EQ(made.product(0)[i], made.product(2)[zero_z + i]);
  }
}

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
