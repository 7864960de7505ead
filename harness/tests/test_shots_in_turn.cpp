// Shots that overlap on a device give the results of shots one by one, in their order.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/shots/engine.h"

namespace ladder {
namespace {

constexpr int nz = 30, nx = 40, samples = 60;
constexpr std::size_t all_shots = 5;

SurveyCase survey() {
  MigrationVelocity velocity;
  velocity.nz = nz, velocity.nx = nx, velocity.dz = velocity.dx = 10;
  velocity.values.assign(std::size_t{nz} * nx, 2000.0f);
  std::vector<Shot> shots;
  for (std::size_t k = 0; k < all_shots; ++k) {
    Gather gather;
    gather.samples = samples, gather.dt = 0.002;
    gather.source = {.x = 50.0 + 60.0 * double(k), .y = 0, .z = 10};
    gather.receivers = {{.x = 100, .y = 0, .z = 20}};
    for (int n = 0; n < samples; ++n) gather.values.push_back(std::sin(0.3f * float(n)));
    shots.push_back({static_cast<int>(k) + 1, gather});
  }
  MigrationSettings settings;
  settings.wavelet = "ricker:20", settings.sponge = 5, settings.offsets_x = 3;
  return {velocity, shots, settings};
}

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
  shots.ask(0);
  for (std::size_t k = 0; k < survey.shots(); ++k) {
    if (k + 1 < survey.shots()) shots.ask(k + 1);
    shots.run();
  }
  shots.settle();
  return all;
}

TEST(ShotsInTurn, GiveTheBitsOfShotsOneByOne) {
  const SurveyCase s = survey();
  const Overlapping both;
  const auto one_by_one = results(s, with_its_own_launch(find_stage("c", "imaging")));
  ASSERT_EQ(one_by_one.size(), all_shots);
  EXPECT_NE(one_by_one[0], one_by_one[1]);
  EXPECT_EQ(results(s, both.engine), one_by_one);
}

TEST(ShotsInTurn, ThrowWhatHandingOnThrew) {
  const SurveyCase s = survey();
  const Overlapping both;
  ShotsInTurn shots(s, both.engine,
                    [](const ShotResult &) { throw Error(Exit::file, "the disk is full"); });
  shots.ask(0), shots.ask(1);
  shots.run();
  EXPECT_THROW(shots.run(), Error);
}

TEST(ShotsInTurn, HandOnAnEarlierShotWhereALaterOneFails) {
  const SurveyCase s = survey();
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
