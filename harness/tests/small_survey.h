// A survey of a few shots over one velocity, for tests of migration.
#pragma once
#include "harness/seismic/migration/survey_case.h"
#include "harness/tests/testing.h"

namespace ladder {

constexpr std::size_t shots_of_small_survey = 5;

inline MigrationVelocity small_velocity() {
  MigrationVelocity velocity;
  velocity.nz = 30, velocity.nx = 40, velocity.dz = velocity.dx = 10;
  velocity.values.assign(30 * 40, 2000.0f);
  return velocity;
}

// One trace below a source, in a model whose top is at z.
inline Gather small_gather(double source_x, double receiver_x, double z = 0, double dt = 0.002) {
  Gather gather;
  gather.samples = 60, gather.dt = dt;
  gather.source = {source_x, 0, z + 10};
  gather.receivers = {{receiver_x, 0, z + 20}};
  for (int n = 0; n < gather.samples; ++n) gather.values.push_back(std::sin(0.3f * float(n)));
  return gather;
}

inline SurveyCase small_survey(int offsets_x = 3, int offsets_z = 0, int offset_step = 1) {
  std::vector<Shot> shots;
  for (std::size_t k = 0; k < shots_of_small_survey; ++k)
    shots.push_back({static_cast<int>(k) + 1, small_gather(50.0 + 60.0 * double(k), 100)});
  MigrationSettings settings;
  settings.wavelet = "ricker:20", settings.sponge = 5;
  settings.offsets_x = offsets_x, settings.offsets_z = offsets_z;
  settings.offset_step = offset_step;
  return {small_velocity(), shots, settings};
}

}  // namespace ladder
