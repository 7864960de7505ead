// The fields that a run starts from, sums included.
#pragma once
#include <vector>

#include "harness/base/start.h"
#include "harness/problem.h"

namespace ladder {

// Fills the arrays that are `started`, as Case::start does. A sum is accumulated in the type of the
// arrays: in float32 each of its addends rounds once.
void fill_start(const Case &, const Start &, const std::vector<float *> &to);
void fill_start(const Case &, const Start &, const std::vector<double *> &to);

// A start that a stage cannot know before the clock runs.

// A number that nobody can foretell. Throws Error(device) where the operating system gives none.
std::uint64_t secret_number();

// Random, and of another seed in each call. The seed of scalars is that of the process, as a
// program calls with the same scalars: what a stage keeps for them, such as a graph, is kept.
Start secret_start(const Case &);

}  // namespace ladder
