// What a stage declares of a step, asked for with the limits of a device that need not be there.
#pragma once
#include "harness/bench/registry/registry.h"
#include "harness/counts.h"
#include "harness/predict/model/machine.h"
#include "harness/problem.h"

namespace ladder {

// `blocks_at_once` of the first kernel, on the whole device. Throws UsageError: the stage declares
// nothing for this case or launch.
ladder_step_counts declared_step(const Case &, const StageEntry &, const ladder_launch &,
                                 const Machine &, int blocks_at_once);

}  // namespace ladder
