// The points of a sweep, a row each.
#pragma once
#include <string>

#include "harness/base/table.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

extern const std::vector<Table::Column> columns_of_sweep;
std::vector<std::string> row_of_sweep(const Case &, const Measured &);

// "right", or why there is no time: skipped, FAILED, WRONG.
std::string verdict_text(const Measured &);
// "1.52 s (1.50 s to 1.55 s)", "52.6 s (1 sample)".
std::string wall_text(const Point &);

// One stage in depth.

// Scopes, the profile as the thesis printed it, real, user and sys, the launch that really ran.
std::string in_depth(const Case &, const Measured &);

}  // namespace ladder
