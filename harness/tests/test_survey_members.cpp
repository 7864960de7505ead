// room: seismic
// A survey in the coordinates of its model's file, on time steps that are as short as they must be.
#include "harness/base/json.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/shots/reverse_case.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/small_survey.h"

namespace ladder {
namespace {

MigrationVelocity velocity_at(double x, double z, const std::string &axes = "xz") {
  MigrationVelocity velocity;
  velocity.nz = 30, velocity.nx = 40, velocity.dz = velocity.dx = 10;
  velocity.x = x, velocity.z = z;
  velocity.axes = axes;
  velocity.values.assign(30 * 40, 2000.0f);
  return velocity;
}

Shot shot_at(double x, double z, double dt = 0.002) {
  Gather gather;
  gather.samples = 60, gather.dt = dt;
  gather.source = {x + 50, 0, z + 10};
  gather.receivers = {{x + 100, 0, z + 20}};
  for (int n = 0; n < gather.samples; ++n) gather.values.push_back(std::sin(0.3f * float(n)));
  return {1, gather};
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
  for (const auto &[dt, longest, steps] :
       std::vector<std::tuple<double, double, int>>{{0.002, 0, 1},
                                                    {0.002, 0.001, 2},
                                                    {0.004, 0.0015, 3},
                                                    {0.004, 0, 2},
                                                    {0.001, 0.002, 1}}) {
    const SurveyCase survey(velocity_at(0, 0), {shot_at(0, 0, dt)}, settings(longest));
    EXPECT_DOUBLE_EQ(survey.shared().dt, dt / steps) << dt << " " << longest;
  }
  EXPECT_THROW(SurveyCase(velocity_at(0, 0), {shot_at(0, 0)}, settings(0.1)), UsageError);
  EXPECT_THROW(steps_per_sample(1, 1e-6), FileError);
  EXPECT_EQ(longest_step("auto"), 0);
}

TEST(SurveyMembers, CoarseStepsAreWarnedOf) {
  for (const auto &[dt, longest, warned] :
       std::vector<std::tuple<double, double, bool>>{{0.004, 0, true},
                                                     {0.004, 0.001, false},
                                                     {0.001, 0, false},
                                                     {0.002, 0, true},
                                                     {0.008, 0.0009, false}}) {
    const SurveyCase survey(velocity_at(0, 0), {shot_at(0, 0, dt)}, settings(longest));
    const WaveCase waves = survey.waves();
    EXPECT_EQ(!dispersion_warning(waves, dispersion(waves)).empty(), warned) << dt << longest;
  }
}

}  // namespace
}  // namespace ladder
