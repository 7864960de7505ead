// The time of a persistent block, from its first instruction to its
// last.
#pragma once
#include "harness/predict/model/machine.h"
#include "harness/predict/model/terms.h"

namespace ladder {

// [cycles] with so many blocks on a multiprocessor, if what a pass needs is there in time.
double persistent_cycles(const Machine &, const KernelDemand &, int blocks);

// The same of blocks that march: so many turns of each of them. Loads take `of_load`.
double march_cycles(const Machine &, const KernelDemand &, int blocks, double of_load);

}  // namespace ladder
