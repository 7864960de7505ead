#pragma once
#include "harness/problem.h"

namespace ladder {
// The case in words on standard error: what was assumed, its size, its numerics.
void say_case(const Case &);
}  // namespace ladder
