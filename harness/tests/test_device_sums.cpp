// Shots that a stage sums by itself give the bits of shots that are handed over and added.
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/small_survey.h"
#include "harness/tests/summing_stage.h"

namespace ladder {
namespace {

constexpr int most_angle = 60;

class SummedSurvey : public TestFolder, public testing::WithParamInterface<int> {
 protected:
  Stack handed_over(std::size_t shots) const {
    Stack stack(survey_);
    ShotsInTurn in_turn(survey_, handing_over_,
                        [&](const ShotResult &one) { add_shot(stack, one); });
    in_turn.run_all(0, shots, [] {});
    return stack;
  }
  void sum_up(
      Stack &stack, DeviceSums &sums, const std::function<void()> &ran = [] {},
      WritingPace pace = {}) const {
    KeptStack checkpoint(in_folder("sums"), {}, stack, pace);
    migrate_on_device(survey_, engine_, sums, stack, checkpoint, ran);
  }
  std::vector<double> angles_of(const Stack &stack) const {
    const ImagingCase &c = survey_.shared();
    return angle_gathers(stack.gather_x, survey_.part().nz, survey_.part().nx,
                         survey_.kept_offsets(c.offsets_x), c.dz, c.dx, survey_.offset_step(),
                         angles_up_to(most_angle));
  }
  static void same(Stack &a, Stack &b) {
    EXPECT_EQ(a.shots, b.shots);
    for (std::size_t k = 0; k < a.arrays().size(); ++k) EXPECT_EQ(*a.arrays()[k], *b.arrays()[k]);
  }

  const SurveyCase survey_ = small_survey(5, 2, GetParam());
  const Engine handing_over_ = with_its_own_launch(find_stage("c", "imaging"));
  const Engine engine_ = summing::engine();
};

TEST_P(SummedSurvey, HasTheSumsOfShotsThatAreHandedOver) {
  Stack added = handed_over(survey_.shots()), summed(survey_);
  DeviceSums sums(survey_, engine_);
  sum_up(summed, sums);
  EXPECT_GT(*std::ranges::max_element(added.gather_x), 0);
  same(summed, added);
}

TEST_P(SummedSurvey, HasTheAnglesOfItsOffsets) {
  Stack stack(survey_);
  DeviceSums sums(survey_, engine_);
  sum_up(stack, sums);
  EXPECT_EQ(sums.angles(most_angle, {}), angles_of(stack));
  const auto over_illumination = sums.angles(most_angle, divisor_of(stack.illumination));
  compensate(stack.gather_x, stack.illumination);
  EXPECT_EQ(over_illumination, angles_of(stack));
}

TEST_P(SummedSurvey, GoesOnFromTheShotsOfAStack) {
  Stack whole = handed_over(survey_.shots()), resumed = handed_over(2);
  DeviceSums sums(survey_, engine_);
  sum_up(resumed, sums);
  same(resumed, whole);
}

TEST_P(SummedSurvey, KeepsTheShotsBeforeAnInterruption) {
  Stack some = handed_over(3), summed(survey_);
  DeviceSums sums(survey_, engine_);
  std::size_t ran = 0;
  const auto interrupt = [&] {
    if (++ran == 3) throw Error(Exit::interrupted, "by the user");
  };
  WritingPace never_due;
  never_due.wrote(0, 1e12);
  EXPECT_THROW(sum_up(summed, sums, interrupt, never_due), Error);
  same(summed, some);
}

INSTANTIATE_TEST_SUITE_P(OffsetSteps, SummedSurvey, testing::Values(1, 2, 3));

// Shots that overlap on a device give the results of shots one by one, in their order.

// The stage `c`, as if it ran on a device.
struct Overlapping {
  Engine engine = with_its_own_launch(find_stage("c", "imaging"));
  ladder_stage stage = *engine.entry.stage;
  Overlapping() {
    stage.device = LADDER_ON_CUDA;
    engine.entry.stage = &stage;
  }
};

std::vector<ShotResult> results(const SurveyCase &survey, const Engine &engine) {
  std::vector<ShotResult> all;
  ShotsInTurn shots(survey, engine, [&](const ShotResult &one) { all.push_back(one); });
  std::size_t ran = 0;
  shots.run_all(0, survey.shots(), [&] { ++ran; });
  EXPECT_EQ(ran, survey.shots());
  return all;
}

TEST(ShotsInTurn, GiveTheBitsOfShotsOneByOne) {
  const SurveyCase s = small_survey();
  const Overlapping both;
  const auto one_by_one = results(s, with_its_own_launch(find_stage("c", "imaging")));
  ASSERT_EQ(one_by_one.size(), shots_of_small_survey);
  EXPECT_NE(one_by_one[0], one_by_one[1]);
  EXPECT_EQ(results(s, both.engine), one_by_one);
}

TEST(ShotsInTurn, ThrowWhatHandingOnThrew) {
  const SurveyCase s = small_survey();
  const Overlapping both;
  ShotsInTurn shots(s, both.engine,
                    [](const ShotResult &) { throw Error(Exit::file, "the disk is full"); });
  shots.ask(0), shots.ask(1);
  shots.run();
  EXPECT_THROW(shots.run(), Error);
}

TEST(ShotsInTurn, HandOnAnEarlierShotWhereALaterOneFails) {
  const SurveyCase s = small_survey();
  Overlapping both;
  std::size_t handed = 0;
  {
    ShotsInTurn shots(s, both.engine, [&](const ShotResult &) { ++handed; });
    shots.ask(0), shots.ask(1);
    shots.run();
    both.stage.create = [](const void *, const ladder_launch *, ladder_state **) {
      return LADDER_DEVICE_FAILED;
    };
    EXPECT_THROW(shots.run(), Error);
  }
  EXPECT_EQ(handed, 1u);
}

}  // namespace
}  // namespace ladder
