// The traced run of a point: a sample like the others, taken again while it is not.
#pragma once
#include <functional>

#include "harness/bench/trace/traced.h"

namespace ladder {

inline constexpr int most_traced_runs = 3;

// Takes one traced run of the whole case. False: it failed, or its result is wrong.
using TakeTraced = std::function<bool(TraceResult &)>;

// The least disturbed of up to three traced runs; the first one that is not disturbed ends them,
// and so does the time limit. A run without a trace, or with another launch than the one asked for,
// is returned at once: nothing is to hide it.
TraceResult least_disturbed(double median_s, double time_limit_s, const TakeTraced &);

}  // namespace ladder
