// A survey of a few shots over one velocity, for tests of migration.
#pragma once
#include "harness/seismic/migration/survey_case.h"
#include "harness/tests/testing.h"

namespace ladder {

constexpr std::size_t shots_of_small_survey = 5;

inline SurveyCase small_survey(int offsets_x = 3, int offsets_z = 0, int offset_step = 1) {
  constexpr int nz = 30, nx = 40, samples = 60;
  MigrationVelocity velocity;
  velocity.nz = nz, velocity.nx = nx, velocity.dz = velocity.dx = 10;
  velocity.values.assign(std::size_t{nz} * nx, 2000.0f);
  std::vector<Shot> shots;
  for (std::size_t k = 0; k < shots_of_small_survey; ++k) {
    Gather gather;
    gather.samples = samples, gather.dt = 0.002;
    gather.source = {.x = 50.0 + 60.0 * double(k), .y = 0, .z = 10};
    gather.receivers = {{.x = 100, .y = 0, .z = 20}};
    for (int n = 0; n < samples; ++n) gather.values.push_back(std::sin(0.3f * float(n)));
    shots.push_back({static_cast<int>(k) + 1, gather});
  }
  MigrationSettings settings;
  settings.wavelet = "ricker:20", settings.sponge = 5;
  settings.offsets_x = offsets_x, settings.offsets_z = offsets_z;
  settings.offset_step = offset_step;
  return {velocity, shots, settings};
}

}  // namespace ladder
