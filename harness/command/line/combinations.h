// Options that the command takes, but not together.
#pragma once
#include "harness/command/line/options.h"

namespace ladder {

// Throws UsageError for an option that would have no effect because of another one, or without one.
void refuse_idle_combinations(const Options &);

}  // namespace ladder
