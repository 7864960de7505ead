// A case with fewer steps, where a stage would take too long for all of them.
#pragma once
#include <memory>

#include "harness/bench/run/executor.h"

namespace ladder {

// Two short runs give the time of a step. Empty where the whole case takes `limit_s` or less; else
// its first steps, as many as that time has room for, and three at least.
std::shared_ptr<const Case> shorter_where_slow(const Case &, Executor &, double limit_s);

// The same, with half of the steps, or a quarter, and so on: what stages that are slow have in
// common, so that one run of the oracle proves several.
std::shared_ptr<const Case> halved_where_slow(const Case &, Executor &, double limit_s);

}  // namespace ladder
