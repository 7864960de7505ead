// `ladder check --metric=instructions`: whether stages on the host take more instructions a step.
#pragma once
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/answers/check/other_program.h"
#include "harness/command/check_jobs.h"

namespace ladder {

// `its_stages`: those of the program of --against. A finding a job; none where neither --baseline
// nor --against is given. Keeps the counts in --output where it is given.
// `effect`: the least relative change that counts. Throws what count_instructions, read_counts and
// write_counts throw, and Exit::nothing_ran where no stage is on the host.
std::vector<Finding> check_counts(const CheckOptions &, const std::vector<CheckJob> &,
                                  const std::vector<StageName> &its_stages, double effect);

}  // namespace ladder
