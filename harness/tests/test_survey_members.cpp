// room: seismic
// A survey in the coordinates of its model's file, on time steps that are as short as they must be;
// the stage that migrates it, direct waves, and when a checkpoint is written.
#include "harness/base/json.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/migration/stack.h"
#include "harness/seismic/migration/strategies.h"
#include "harness/seismic/shots/reverse_case.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/small_survey.h"

namespace ladder {
namespace {

MigrationVelocity velocity_at(double x, double z, const std::string &axes = "xz") {
  MigrationVelocity velocity = small_velocity();
  velocity.x = x, velocity.z = z;
  velocity.axes = axes;
  return velocity;
}

Shot shot_at(double x, double z, double dt = 0.002) {
  return {1, small_gather(x + 50, x + 100, z, dt)};
}

MigrationSettings settings(double longest = 0) {
  MigrationSettings s;
  s.wavelet = "ricker:20", s.sponge = 5, s.longest_step = longest;
  return s;
}

TEST(SurveyMembers, PlacesCountFromTheOriginOfTheModel) {
  const auto plain = SurveyCase(velocity_at(0, 0), {shot_at(0, 0)}, settings()).of_shot(0);
  for (const auto &[x, z] : std::vector<std::pair<double, double>>{
           {300, 0}, {0, 100}, {-120, 0}, {512000, 0}, {300, 40}}) {
    const SurveyCase survey(velocity_at(x, z), {shot_at(x, z)}, settings());
    const auto moved = survey.of_shot(0);
    EXPECT_EQ(moved.source_cells[0].x, plain.source_cells[0].x);
    EXPECT_EQ(moved.source_cells[0].z, plain.source_cells[0].z);
    EXPECT_EQ(moved.receiver_cells[0].x, plain.receiver_cells[0].x);
    EXPECT_EQ(moved.data, plain.data);
    const auto products = migration_products("i.npy", survey, Stack(survey), {});
    EXPECT_EQ(products[0].grid->axes[0].origin, x);
    EXPECT_EQ(products[0].grid->axes[1].origin, z);
    // The same survey in a model elsewhere.
    const auto refused = refusal_of(
        [&, at = x + 5000] { SurveyCase(velocity_at(at, z), {shot_at(x, z)}, settings()); });
    EXPECT_HAS(refused, fmt::format("x = {:g} to", x + 5000));
  }
}

TEST(SurveyMembers, ProductsHaveTheAxesOfTheInput) {
  for (const std::string axes : {"xz", "zx"}) {
    const SurveyCase survey(velocity_at(300, 0, axes), {shot_at(300, 0)}, settings());
    Stack stack(survey);
    stack.image[1] = 7;  // x 0, z 1
    const auto products = migration_products("i.npy", survey, std::move(stack), {});
    const Grid &image = *products[0].grid;
    EXPECT_EQ(image.axes[0].name, axes[0]);
    EXPECT_EQ(image.axes[0].cells, axes == "xz" ? 40 : 30);
    EXPECT_EQ(image.values[axes == "xz" ? 1 : 40], 7);
    const Json json = Json::parse(products[1].text);
    EXPECT_EQ(json.at("axes"), (Json{axes.substr(0, 1), axes.substr(1)}));
    EXPECT_EQ(json.at("origin"), axes == "xz" ? Json({300, 0}) : Json({0, 300}));
  }
}

TEST(SurveyMembers, GathersSayTheirAxes) {
  const SurveyCase survey = small_survey(3, 2, 1);
  const auto products = migration_products("i.npy", survey, Stack(survey), {false, false, 10});
  std::vector<std::string> kinds;
  for (const auto &one : products)
    if (!one.grid) {
      const Json json = Json::parse(one.text);
      kinds.push_back(json.at("axes")[0].get<std::string>());
      EXPECT_EQ(json.at("spacing").size(), json.at("axes").size());
      EXPECT_EQ(json.at("units").back(), "m");
    }
  EXPECT_EQ(kinds, (std::vector<std::string>{"x", "x", "offset", "offset", "angle"}));
}

TEST(SurveyMembers, StepsAreStableAndAsShortAsAsked) {
  const std::tuple<double, double, int> asked[] = {
      {0.002, 0, 1}, {0.002, 0.001, 2}, {0.004, 0.0015, 3}, {0.004, 0, 2}, {0.001, 0.002, 1}};
  for (const auto &[dt, longest, steps] : asked) {
    const SurveyCase survey(velocity_at(0, 0), {shot_at(0, 0, dt)}, settings(longest));
    EXPECT_DOUBLE_EQ(survey.shared().dt, dt / steps) << dt << " " << longest;
  }
  EXPECT_THROW(SurveyCase(velocity_at(0, 0), {shot_at(0, 0)}, settings(0.1)), UsageError);
  EXPECT_THROW(steps_per_sample(1, 1e-6), FileError);
  EXPECT_EQ(longest_step("auto"), 0);
}

TEST(SurveyMembers, CoarseStepsAreWarnedOf) {
  const std::tuple<double, double, bool> steps[] = {{0.004, 0, true},
                                                    {0.004, 0.001, false},
                                                    {0.001, 0, false},
                                                    {0.002, 0, true},
                                                    {0.008, 0.0009, false}};
  for (const auto &[dt, longest, warned] : steps) {
    const SurveyCase survey(velocity_at(0, 0), {shot_at(0, 0, dt)}, settings(longest));
    const WaveCase waves = survey.waves();
    EXPECT_EQ(!dispersion_warning(waves, dispersion(waves)).empty(), warned) << dt << longest;
  }
}

// Which stage migrates: the fastest on record whose memory is there.

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

// Direct waves are taken out of traces: what has not passed yet is zero, what comes later is as it
// was.

TEST(Mute, AWaveletLastsToItsLastValueAboveAHundredth) {
  EXPECT_DOUBLE_EQ(length_of({0, 1, -100, 2, 0.5f, 0}, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(length_of({0, 0, 0}, 0.1), 0);
}

// Sample n is at n + 1: the wave arrives at 10 and lasts 20, the cosine 10 more.
TEST(Mute, ATraceIsZeroUntilTheWaveHasPassed) {
  std::vector<float> trace(60, 2.0f);
  mute_direct(trace, 1, 10, 20);
  for (int n = 0; n < 30; ++n) EXPECT_EQ(trace[n], 0) << n;
  for (int n = 30; n < 39; ++n) EXPECT_GT(trace[n], trace[n - 1]) << n;
  EXPECT_FLOAT_EQ(trace[34], 1.0f);  // half of it in the middle of the rise
  for (int n = 39; n < 60; ++n) EXPECT_EQ(trace[n], 2) << n;
}

TEST(Mute, ATraceThatEndsBeforeIsZero) {
  std::vector<float> trace(5, 1.0f);
  mute_direct(trace, 1, 10, 20);
  EXPECT_EQ(trace, std::vector<float>(5));
}

// A checkpoint is written after every shot where that is cheap, and never takes more than its part
// of the time.

// The share of the time that writing takes, of shots that are ready every `shot_s`, a second each
// for a write.
double share_of_writing(double shot_s) {
  WritingPace pace;
  double now = 0, written = 0;
  while (now < 1000) {
    now += shot_s;
    if (!pace.due(now)) continue;
    pace.wrote(now, now + 1);
    now += 1, written += 1;
  }
  return written / now;
}

TEST(WritingPace, LeavesShotsTheirTime) {
  for (const double shot_s : {0.01, 0.1, 0.9, 3.0})
    EXPECT_LE(share_of_writing(shot_s), 1.01 / WritingPace::parts) << shot_s;
}

TEST(WritingPace, WritesEveryShotThatTakesFarLonger) {
  WritingPace pace;
  for (double now = 0; now < 1000; now += 10) {
    EXPECT_TRUE(pace.due(now)) << now;
    pace.wrote(now, now + 1);
  }
}

}  // namespace
}  // namespace ladder
