// The table of the whole ladder, and one stage in depth.
#pragma once
#include <string>
#include <vector>

#include "harness/measure/measure.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// A time is printed only beside the verdict of that very run.
std::string results_table(const Case &, const std::vector<Measured> &);

// Scopes, the profile as the thesis printed it, real, user and sys, the launch that really ran.
std::string in_depth(const Case &, const Measured &);

}  // namespace ladder
