// Which samples are proven after they were taken. The stage cannot know: the number is drawn when the sample is over.
#pragma once

namespace ladder {

// Of the samples of a plug-in so many seconds of proofs are spread over the first ones, whatever they gain.
inline constexpr double proof_budget_s = 4;
// Of all samples: what proofs may take, as a share of what the samples themselves take.
inline constexpr double proof_share = 0.1;

// The probability that a sample is proven. `number`: of the sample at its point; 0, the first, is always proven, because
// no time is shown before. A plug-in may replay what it computed before, so its next budget / proof_s samples are all
// proven, at least one, and later ones ever more rarely: sample k with that number over k. A stage of this build is not
// suspected of that; it may still be wrong now and then.
double chance_of_proof(int number, double sample_s, double proof_s, bool plugin);

// Draws with numbers of the operating system.
bool drawn(double chance);

}  // namespace ladder
