#pragma once
#include "harness/base/error.h"
#include "harness/bench/measure/measure.h"

namespace ladder {
// What a set of points that went to its end means: a failed device before a wrong result before
// nothing ran.
Exit exit_code(const std::vector<Measured> &);
}  // namespace ladder
