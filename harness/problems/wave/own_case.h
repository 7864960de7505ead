// The case that a model makes by itself, and its case file.
#pragma once
#include <string>

#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// For --model without --case: pad and sponge around it, a wavelet that its grid carries, the
// largest stable time step that samples that wavelet well, a source in the middle of the top and a
// receiver in every column. It is good for each of these half-lengths; none: the usual one. Throws
// as read_own_model.
CaseText case_of_own_model(const CaseOverrides &, const std::vector<int> &half_lengths);

// The case file that says, in `folder`, what was made for a model and what the command line put in
// its place. The resulting case is one of the wave.
std::string text_of_own_case(const CaseText &, const CaseOverrides &, const Case &,
                             const std::string &folder);

}  // namespace ladder
