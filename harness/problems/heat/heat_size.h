// How much memory a case of heat takes.
#pragma once
#include "harness/bench/memory_fit/case_size.h"
#include "harness/problems/heat/heat_case.h"

namespace ladder {

CaseSize size_of_heat_case(const HeatCase &);

}  // namespace ladder
