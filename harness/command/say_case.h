#pragma once
#include "harness/case/case.h"

namespace ladder {
// The case in words on standard error: what was assumed, its size, its operator's accuracy and limit.
void say_case(const Case &);
}  // namespace ladder
