// Launches of a stage that are worth trying.
#pragma once
#include <vector>

#include "harness/bench/run/launch.h"

namespace ladder {

// More are not timed: then knobs are varied one at a time.
inline constexpr std::size_t most_candidates = 40;

// From what the stage declares of its knobs: small ranges whole, large ones by powers of two,
// threads of a host up to its `cores`. The stage's own launch is the first. A knob that says how
// many shots a run has is left as it is.
std::vector<AskedKnobs> candidates(const ladder_stage &, int cores);

}  // namespace ladder
