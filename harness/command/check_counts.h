// `ladder check --metric=instructions`: whether stages on the host take more instructions a step.
#pragma once
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/command/check_jobs.h"
#include "harness/machine/instructions/count.h"

namespace ladder {

// A finding a job; none where neither --baseline nor --against is given. Keeps the counts in
// --write-baseline where it is given.
// `effect`: the least relative change that counts. Throws what count_instructions, read_counts and
// write_counts throw, and Exit::nothing_ran where no stage is on the host.
std::vector<Finding> check_counts(const CheckOptions &, const std::vector<CheckJob> &,
                                  const Against &, double effect);

// Of a time step of a stage on the host; of an adopted routine, of all recorded calls. Of the side
// of `against`, or where that is NULL of the job's own. Throws what count_instructions throws.
InstructionCount instructions_of(const CheckOptions &, const CheckJob &, const Against *against,
                                 double limit_s);

}  // namespace ladder
