// `ladder check --metric=wall` and `kernel`: whether stages take longer than in a baseline or in
// another program.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/check/against.h"
#include "harness/answers/check/decision.h"
#include "harness/command/check_jobs.h"

namespace ladder {

// "c-omp threads=4 on thesis 310 x 775, 1999 steps".
std::string name_of_job(const CheckJob &, const Case &);

// A finding a job. `effect`: the least relative change that counts.
std::vector<Finding> check_times(const CheckOptions &, const std::vector<CheckJob> &,
                                 const Against &, double effect);

}  // namespace ladder
