// How much memory a case of heat takes.
#pragma once
#include "harness/problems/heat/heat_case.h"
#include "harness/room/case_size.h"

namespace ladder {

CaseSize size_of_heat_case(const HeatCase &);

}  // namespace ladder
