// A start that a stage cannot know before the clock runs.
#pragma once
#include "harness/base/start.h"
#include "harness/problem.h"

namespace ladder {

// A number that nobody can foretell. Throws Error(device) where the operating system gives none.
std::uint64_t secret_number();

// Random, and of another seed in each call.
Start secret_start(const Case &);

}  // namespace ladder
