// How long a warp waits for loads that it asks for together.
#pragma once
#include "harness/predict/model/machine.h"
#include "harness/predict/model/terms.h"

namespace ladder {

// As long as for the slowest of so many [cycles]: the latencies of the record, by the chances that
// one of them misses the first-level and the second-level cache.
double cycles_of_loads(const Machine &, const KernelDemand &, double loads);

// For a value of a thread's own arrays or a spilled register, where loads were counted.
double cycles_of_own(const Machine &, const KernelDemand &);

}  // namespace ladder
