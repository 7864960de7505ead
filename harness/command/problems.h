// What `verify` proves stages on: a case, or grids of random velocities; and with which launches.
#pragma once
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/bench/run/launch.h"
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

// The launch shapes of the thesis' figures 13 and 18 to 20, for whichever stage has those knobs.
// Its presets first; never empty.
std::vector<AskedKnobs> figure_shapes(const ladder_stage &);

}  // namespace ladder
