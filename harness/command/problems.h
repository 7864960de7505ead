// What `verify` proves stages on: a case, or grids of random velocities.
#pragma once
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/problem.h"

namespace ladder {

struct ProvenCases : StagesOfCase {
  Names sizes;  // grids without a case, "37x53" or "19x23x29"

  Option size_option();
  // Finds the case, but for grids of a --ladder, and its stages.
  void settle_cases();
};

// The grids of --size, or the case. Throws UsageError and what load_case does.
std::vector<std::unique_ptr<Case>> cases_to_prove(const ProvenCases &);

}  // namespace ladder
