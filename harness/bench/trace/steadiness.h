// Whether the calls of a run took about as long as each other, or a few of them made up its time.
#pragma once
#include "harness/bench/trace/timeline.h"

namespace ladder {

// The part of all kernel time (calls of the stage, on the host) that lies in calls which took more
// than ten times the median of their name. Names of fewer than 20 calls are left out: one call of
// many steps and a short one is no noise.
double outlier_share(const Timeline &);

// A stage above this sleeps, waits for somebody, or was often interrupted; its median says little.
inline constexpr double steady_share = 0.5;

}  // namespace ladder
