// The velocity that a survey is migrated with: a file that need not belong to any case.
#pragma once
#include <string>
#include <vector>

#include "harness/case_overrides.h"

namespace ladder {

struct MigrationVelocity {
  std::string name;  // of the file, without its folder
  int nz = 0, nx = 0;
  double dz = 0, dx = 0;           // [m]
  double z = 0, x = 0;             // [m] of the first cell, as the file states
  std::string axes = "xz";         // of the file, slowest first
  std::vector<float> values;       // [nx][nz] m/s, z fastest
  std::vector<std::string> notes;  // what was assumed, one sentence each
};

// The file of --model with its --units, --axes, --length-units and --spacing, which is left out
// where the file states it. An array that states no axes is taken as [x][z]. Throws FileError and
// UsageError.
MigrationVelocity read_migration_velocity(const CaseOverrides &);

}  // namespace ladder
