// The case that a model makes by itself, and its case file.
#pragma once
#include <string>

#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// For --model without --case: pad and sponge around it, a wavelet that its grid carries, the
// largest stable time step that samples that wavelet well, a source in the middle of the top and a
// receiver in every column. `half_length`: the largest that is going to be asked for. Throws as
// read_own_model.
CaseText case_of_own_model(const CaseOverrides &, int half_length);

// The case file that says, in `folder`, what was made for a model and what the command line put in
// its place. `c` is the resulting case.
std::string text_of_own_case(const CaseText &, const CaseOverrides &, const WaveCase &c,
                             const std::string &folder);

}  // namespace ladder
