// Shots that overlap on a device give the results of shots one by one, in their order.
#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/small_survey.h"

namespace ladder {
namespace {

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
