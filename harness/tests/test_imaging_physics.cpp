// label: physics
// What an image and its gathers must show of simple reflectors, whoever computes them.
//
// One shot represents a survey: over a flat reflector in a homogeneous medium every shot gives the
// same gather next to its own source, so the sum over shots at one place is the sum over places of
// one shot.
#include "data/reflectors_model.h"
#include "harness/base/numerics/acoustic.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr double velocity = 2000, cell = 10;  // [m/s], [m]
constexpr int deep = 100, wide = 180, largest_offset = 12;
constexpr double depth = 500, thickness = 10;  // of the reflector [m]

enum class Reflector_is { flat, upright };

// Sources and receivers along the top of a flat reflector, or along the left side before an upright
// one: the same experiment with z and x exchanged.
struct Experiment {
  Reflector_is kind = Reflector_is::flat;
  double velocity_factor = 1;  // what is migrated with, over what is true
};

SharedValues medium(const ImagingCase &c, Reflector_is kind, bool with_reflector, double factor) {
  ReflectorsRecipe recipe{.velocity = velocity, .reflectors = {}};
  if (with_reflector) recipe.reflectors.push_back({depth, 0, thickness, 1.2});
  const bool flat = kind == Reflector_is::flat;
  std::vector<float> profile(deep);  // away from the sources
  fill_reflectors(recipe, 0, cell, deep, profile.data());
  SharedValues values(c.field());
  float *const v = values.change();
  for (int ix = 0; ix < c.nx; ++ix)
    for (int iz = 0; iz < c.nz; ++iz)
      v[iz + std::ptrdiff_t{c.nz} * ix] = profile[flat ? iz : ix] * static_cast<float>(factor);
  return values;
}

ImagingCase shot(const Experiment &e) {
  const bool flat = e.kind == Reflector_is::flat;
  ImagingCase c;
  c.ladder = "imaging";
  c.nz = flat ? deep : wide;
  c.nx = flat ? wide : deep;
  c.dz = c.dx = cell;
  c.dt = 1.8e-3;
  c.half_length = 8;
  c.time_steps = 500;
  c.every = 2;
  c.offsets_x = c.offsets_z = largest_offset;
  c.sponge_top = c.sponge_bottom = c.sponge_left = c.sponge_right = 20;
  c.sponge_strength = 0.015;
  const auto place = [flat](int away, int along) {
    return flat ? ladder_place{away, along} : ladder_place{along, away};
  };
  c.source_cells = {place(20, wide / 2)};
  for (int i = 0; i < wide; ++i) c.receiver_cells.push_back(place(20, i));
  c.signal.resize(c.time_steps);
  ladder_ricker(c.time_steps, c.dt, 35, 0.045, c.signal.data());

  const auto record_in = [&](bool with_reflector) {
    c.velocity = medium(c, e.kind, with_reflector, 1);
    c.assemble();
    return c.record();
  };
  std::vector<float> reflected = record_in(true);
  const std::vector<float> direct = record_in(false);
  // The record fades towards the ends of the spread: a sudden end is seen in a gather as two lines
  // across it.
  const auto samples = static_cast<std::size_t>(c.time_steps);
  for (std::size_t i = 0; i < reflected.size(); ++i) {
    const double away = double(i / samples) / (wide - 1) * 2 - 1;
    const double fade = std::pow(std::cos(M_PI / 2 * away), 2);
    reflected[i] = static_cast<float>(fade) * (reflected[i] - direct[i]);
  }
  c.velocity = medium(c, e.kind, false, e.velocity_factor);
  c.assemble();
  c.take_data(reflected);
  return c;
}

// [h + largest_offset][away from the sources], summed along the reflector.
using OffsetGather = std::vector<std::vector<double>>;

// The gathers of a run: offsets along the axis that leads away from the sources, and along the
// reflector.
struct Gathers {
  OffsetGather along_reflector, away;
};

Gathers gathers_of(const Experiment &e) {
  const ImagingCase c = shot(e);
  const ladder_stage &stage = *find_stage("c", "imaging").stage;
  const Run run = run_once(c, stage, make_launch(stage, {}));
  EXPECT_TRUE(run.ok());
  const bool flat = e.kind == Reflector_is::flat;
  const auto summed = [&](const float *values) {
    OffsetGather sum(2 * largest_offset + 1, std::vector<double>(deep, 0));
    for (std::size_t h = 0; h < sum.size(); ++h)
      for (int ix = 0; ix < c.nx; ++ix)
        for (int iz = 0; iz < c.nz; ++iz) sum[h][flat ? iz : ix] += double(*values++);
    return sum;
  };
  Gathers made{summed(run.arrays[1]->data()), summed(run.arrays[2]->data())};
  if (!flat) std::swap(made.along_reflector, made.away);
  return made;
}

// Where |image| at h = 0 is largest. [m]
double imaged_depth(const OffsetGather &gather) {
  const std::vector<double> &image = gather[largest_offset];
  std::size_t at = 30;  // below sources and receivers, where both fields are largest
  for (std::size_t i = at; i < image.size(); ++i)
    if (std::abs(image[i]) > std::abs(image[at])) at = i;
  return cell * double(at);
}

// The share of a gather's energy near the reflector that lies within so many cells of h = 0.
double share_within(const OffsetGather &gather, int cells) {
  double within = 0, all = 0;
  for (int h = -largest_offset; h <= largest_offset; ++h)
    for (std::size_t i = 35; i < 65; ++i) {
      const double value = gather[h + largest_offset][i];
      all += value * value;
      if (std::abs(h) <= cells) within += value * value;
    }
  return within / all;
}

TEST(ImagingPhysics, AFlatReflectorIsImagedWithinACellOfItsDepth) {
  EXPECT_NEAR(imaged_depth(gathers_of({}).along_reflector), depth + thickness / 2, cell);
}

// A plane wave of slowness p images z and h with q' z = q z0 - p h, q and q' being its vertical
// slownesses in the true and in the wrong medium. Where those of neighbouring p meet, to first
// order z = f z0 below the sources and h = p v z0 (f^2 - 1), at most z0 |f^2 - 1|.
TEST(ImagingPhysics, AWrongVelocityMovesTheImageAndItsGatherAsTheorySays) {
  const double right = share_within(gathers_of({}).along_reflector, 1), below = depth - 20 * cell;
  for (const double factor : {0.95, 1.05}) {
    const OffsetGather gather = gathers_of({.velocity_factor = factor}).along_reflector;
    EXPECT_NEAR(imaged_depth(gather), depth + thickness / 2 + (factor - 1) * below, 1.5 * cell);
    EXPECT_LT(share_within(gather, 1), 0.8 * right) << factor;
    const int farthest = static_cast<int>(std::ceil(below * std::abs(factor * factor - 1) / cell));
    EXPECT_GT(share_within(gather, farthest + 2), 0.9) << factor;
  }
}

// Offsets across a reflector do not focus: the image point slides along it. So reflectors that dip
// need h_z.
TEST(ImagingPhysics, AnUprightReflectorFocusesInHzAndNotInHx) {
  for (const Reflector_is kind : {Reflector_is::flat, Reflector_is::upright}) {
    const Gathers gathers = gathers_of({.kind = kind});
    EXPECT_GE(share_within(gathers.along_reflector, 2), 0.9);
    EXPECT_LT(share_within(gathers.away, 2), 0.5);
  }
}

}  // namespace
}  // namespace ladder
