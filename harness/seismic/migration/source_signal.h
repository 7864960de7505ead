// What the sources of a survey emit.
#pragma once
#include <string>
#include <vector>

#include "harness/problems/wave/band.h"

namespace ladder {

struct SourceSignal {
  std::vector<float> values;  // one for each time step
  Band band;
  std::vector<std::string> notes;
};

// `wavelet` is the text of --wavelet; the samples of a file are `sample_dt` apart, as those of the
// traces are. Throws UsageError, or FileError for the file.
SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps);

}  // namespace ladder
