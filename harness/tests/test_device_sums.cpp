// Shots that a stage sums by itself give the bits of shots that are handed over and added.
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/seismic/commands/migrate_shots.h"
#include "harness/seismic/migration/angle_gathers.h"
#include "harness/seismic/migration/device_sums.h"
#include "harness/seismic/migration/filters.h"
#include "harness/tests/small_survey.h"
#include "harness/tests/summing_stage.h"

namespace ladder {
namespace {

class SummedSurvey : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("ladder_sums_" + std::to_string(GetParam()) +
               testing::UnitTest::GetInstance()->current_test_info()->name()[0] +
               std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    options_.output = (folder_ / "image.npy").string();
    options_.angles = 60;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Migrated migrate(const Engine &engine, Stack &stack) {
    Workers none;
    return migrate_shots(options_, survey_, engine, {}, none, stack);
  }
  std::vector<double> angles_of(const Stack &stack) const {
    const ImagingCase &c = survey_.shared();
    return angle_gathers(stack.gather_x, survey_.part().nz, survey_.part().nx,
                         survey_.kept_offsets(c.offsets_x), c.dz, c.dx, survey_.offset_step(),
                         angles_up_to(options_.angles));
  }
  static void same(Stack &a, Stack &b) {
    EXPECT_EQ(a.shots, b.shots);
    for (std::size_t k = 0; k < a.arrays().size(); ++k) EXPECT_EQ(*a.arrays()[k], *b.arrays()[k]);
  }

  const SurveyCase survey_ = small_survey(5, 2, GetParam());
  const Engine handing_over_ = with_its_own_launch(find_stage("c", "imaging"));
  std::filesystem::path folder_;
  MigrateOptions options_;
};

TEST_P(SummedSurvey, HasTheSumsOfShotsThatAreHandedOver) {
  Stack added(survey_), summed(survey_);
  EXPECT_FALSE(migrate(handing_over_, added).on_device);
  EXPECT_TRUE(migrate(summing::engine(), summed).on_device);
  EXPECT_GT(*std::ranges::max_element(added.gather_x), 0);
  same(summed, added);
}

TEST_P(SummedSurvey, HasTheAnglesOfItsOffsets) {
  Stack stack(survey_);
  EXPECT_EQ(migrate(summing::engine(), stack).angles, angles_of(stack));
}

TEST_P(SummedSurvey, HasTheAnglesOfOffsetsOverTheirIllumination) {
  Stack stack(survey_);
  options_.illumination = true;
  const auto angles = migrate(summing::engine(), stack).angles;
  compensate(stack.gather_x, stack.illumination);
  EXPECT_EQ(angles, angles_of(stack));
}

// The checkpoint of some shots, and the others on top of it.
TEST_P(SummedSurvey, ResumesWithTheSameBits) {
  Stack whole(survey_), resumed(survey_);
  migrate(summing::engine(), whole);
  const Engine engine = summing::engine();
  DeviceSums sums(survey_, engine);
  ShotsInTurn some(survey_, engine, sums);
  some.ask(0), some.ask(1);
  some.run(), some.run();
  sums.get(resumed);
  resumed.shots = 2;
  options_.output = (folder_ / "resumed.npy").string();
  migrate(engine, resumed);
  same(resumed, whole);
}

INSTANTIATE_TEST_SUITE_P(OffsetSteps, SummedSurvey, testing::Values(1, 2, 3));

}  // namespace
}  // namespace ladder
