// What the times of a point cannot be, however right its results are.
#pragma once
#include <string>

#include "harness/bench/measure/repeat.h"

namespace ladder {

// In words; empty where nothing is found:
// - a stage on the host used more processor time than the threads that it says it takes can,
// - it left processes of its own running.
std::string finding(const Point &);

}  // namespace ladder
