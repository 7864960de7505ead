// The document's model as a ladder of models: its inputs as the thesis takes them, then one
// correction a step.
#pragma once
#include <vector>

#include "harness/predict/model/terms.h"

namespace ladder {

struct ModelStep {
  const char *name;    // "as printed", "executed instructions", ...: of the correction
  double seconds = 0;  // of a launch of the kernel, with this correction and those before it
};

std::vector<ModelStep> mwp_cwp_steps(const Machine &, const KernelDemand &);
// With all corrections.
double mwp_cwp_corrected(const Machine &, const KernelDemand &);

}  // namespace ladder
