// A warning before threads are timed that are configured to sleep wherever they wait.
#pragma once
#include <vector>

#include "harness/bench/measure/measure.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

// Once, on standard error, if a stage on the host has threads.
void say_if_threads_are_slow(const std::vector<Choice> &, const Environment &);

}  // namespace ladder
