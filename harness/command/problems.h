// What `verify` proves stages on: a case, or grids of random velocities.
#pragma once
#include <vector>

#include "harness/command/line/options.h"

namespace ladder {

// The grids of --size, or the case. Throws UsageError and what load_case does.
std::vector<std::unique_ptr<Case>> cases_to_prove(const Options &);

}  // namespace ladder
