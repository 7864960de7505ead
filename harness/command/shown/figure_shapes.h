// The launch shapes of the thesis' figures 13 and 18 to 20, for whichever stage has those knobs.
#pragma once
#include <vector>

#include "harness/bench/run/launch.h"

namespace ladder {

// Its presets first; never empty.
std::vector<AskedKnobs> figure_shapes(const ladder_stage &);

}  // namespace ladder
