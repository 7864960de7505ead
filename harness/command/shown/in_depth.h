// One stage in depth.
#pragma once
#include <string>

#include "harness/bench/measure/measure.h"

namespace ladder {

// Scopes, the profile as the thesis printed it, real, user and sys, the launch that really ran.
std::string in_depth(const Case &, const Measured &);

}  // namespace ladder
