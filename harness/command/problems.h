// What `verify` proves stages on: a case, or grids of random velocities.
#pragma once
#include <vector>

#include "harness/command/options.h"

namespace ladder {

constexpr int verify_checkpoints = 8;  // along each run

// The grids of --size, or the case. Throws UsageError and what load_case does.
std::vector<Case> problems(const Options &);

}  // namespace ladder
