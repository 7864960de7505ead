#pragma once
#include "harness/error.h"
#include "harness/run/measure.h"

namespace ladder {
// What a set of points that went to its end means: a failed device before a wrong result before nothing ran.
Exit exit_code(const std::vector<Measured> &);
}  // namespace ladder
