// One of several velocity models for the same case: a file, or the case's own, changed on the way.
#pragma once
#include <string>

#include "harness/bench/registry/find_case.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// The file of "vp.npy*1.1~50"; empty for "case".
std::string file_of_variant(std::string text);

// "FILE", "FILE*1.02" (every velocity times 1.02), "FILE~300" (slowness smoothed by a Gaussian of
// 300 m), or both in this order; "case" in the place of FILE is the case's own model. dt is left as
// it is, stable or not. Throws UsageError for what cannot be read so, and what load_case throws.
WaveCase load_variant(const std::string &text, const LocatedCase &, CaseOverrides);

}  // namespace ladder
