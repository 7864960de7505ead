// Which stage migrates: the fastest on record whose memory is there.
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/migration/strategies.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

const ImagingCase &a_case() {
  static const ImagingCase c = small_imaging_case(60, 50, 40, 2, 3, 2, 4);
  return c;
}

Environment without_gpu() {
  Environment machine;
  machine.cpu = "A CPU of which there is no record";
  machine.why_no_gpu = "there is no GPU";
  return machine;
}

MigrationStrategy way_of(const char *stage, const char *lacks = "", const char *too_much = "") {
  MigrationStrategy strategy{.engine = with_its_own_launch(find_stage(stage, "imaging"))};
  strategy.lacks = lacks;
  strategy.too_much = too_much;
  return strategy;
}

TEST(MigrationStrategies, EveryStageOfTheLadderIsOne) {
  std::size_t count = 0;
  for (const auto &entry : built_in_stages()) count += entry.ladder == "imaging";
  EXPECT_EQ(strategies_to_migrate(a_case(), without_gpu(), 0).size(), count);
}

TEST(MigrationStrategies, WhereTheDriverKeepsTheFieldItsMemoryIsListed) {
  ladder_imaging_memory memory{};
  EXPECT_TRUE(memory_of(a_case(), way_of("fortran").engine, memory));
  EXPECT_EQ(memory.device, 0);
  EXPECT_EQ(memory.host, 4.0 * 60 * 50 * 20);
  EXPECT_EQ(memory.forward_steps, 40);
}

TEST(MigrationStrategies, TheFirstThatCanRunIsTaken) {
  const ChosenStrategy chosen = choose_strategy(
      a_case(), {way_of("c-omp", "there is no GPU"), way_of("c"), way_of("fortran")});
  EXPECT_EQ(chosen.engine.entry.name(), "c");
  EXPECT_HAS_NOT(chosen.why, "GPU");
}

TEST(MigrationStrategies, WhatDoesNotFitIsPassedOverAndNamed) {
  const ChosenStrategy chosen = choose_strategy(
      a_case(), {way_of("c-omp", "", "takes 9 GB of the host's memory, and 1 GB are free"),
                 way_of("c-checkpoints")});
  EXPECT_EQ(chosen.engine.entry.name(), "c-checkpoints");
  EXPECT_HAS(chosen.why, "c-omp takes 9 GB of the host's memory");
}

TEST(MigrationStrategies, WhereNoneFitsEachSaysWhy) {
  const auto choose = [] {
    choose_strategy(a_case(),
                    {way_of("c", "", "takes too much"), way_of("c-omp", "there is no GPU")});
  };
  EXPECT_EQ(exit_of(choose, "c: takes too much"), Exit::nothing_ran);
  EXPECT_EQ(exit_of(choose, "c-omp: there is no GPU"), Exit::nothing_ran);
}

TEST(MigrationStrategies, OneThatSumsTheGathersIsFirstWhereOneProcessMigrates) {
  const auto of_workers = strategies_to_migrate(a_case(), without_gpu(), 0);
  const auto here = strategies_to_migrate(a_case(), without_gpu(), 0, 1000);
  const auto sums = [](const MigrationStrategy &one) { return one.sums_gathers; };
  EXPECT_TRUE(std::ranges::none_of(of_workers, sums));
  if (std::ranges::none_of(built_in_stages(),
                           [](const StageEntry &entry) { return DeviceSums::has(entry); }))
    GTEST_SKIP() << "this build has no stage that sums gathers";
  ASSERT_TRUE(here.front().sums_gathers);
  const auto same = std::ranges::find_if(of_workers, [&](const MigrationStrategy &one) {
    return one.engine.entry.name() == here.front().engine.entry.name();
  });
  EXPECT_EQ(here.front().memory.device, same->memory.device + 1000);
}

// More than any machine has.
TEST(MigrationStrategies, MemoryThatIsMissingIsReported) {
  for (const MigrationStrategy &strategy : strategies_to_migrate(a_case(), without_gpu(), 1e18))
    EXPECT_HAS(strategy.too_much, "1e+");
}

}  // namespace
}  // namespace ladder
