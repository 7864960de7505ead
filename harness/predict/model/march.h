// Blocks that march along an axis, one step a launch, while their next planes come.
#pragma once
#include <functional>

#include "harness/predict/model/machine.h"
#include "harness/predict/model/terms.h"

namespace ladder {

// The time of blocks that share a multiprocessor, by their number [cycles].
using Turn = std::function<double(double)>;

// Of up to `most` blocks: after `start` their turns, and at the same time what comes for them, which
// takes `comes` for each.
Turn march_of(const Machine &, const KernelDemand &, double start, double most, double comes,
              double exponent);

}  // namespace ladder
