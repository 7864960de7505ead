// Blocks that march along an axis, one step a launch, while their next planes come.
#pragma once
#include <functional>

#include "harness/predict/model/machine.h"
#include "harness/predict/model/terms.h"

namespace ladder {

// The time of blocks that share a multiprocessor [cycles], by their number, and by how many blocks'
// mean share comes for them.
using Turn = std::function<double(double blocks, double come)>;

// Of up to `most` blocks: after `start` their turns, and at the same time what comes for them,
// which takes `comes` for each.
Turn march_of(const Machine &, const KernelDemand &, double start, double most, double comes,
              double exponent);

// When the last block ends of a grid of which each multiprocessor has one at once. What comes for a
// block is the share of its tile that is within the grid, and takes its part of the time of all
// that comes: what a smaller one does not ask for makes the whole ones no faster, as they have only
// so many planes on their way.
double last_end_of_march(const KernelDemand &, int places, const Turn &);

}  // namespace ladder
