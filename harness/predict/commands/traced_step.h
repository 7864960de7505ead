// The step of a CUDA stage of this build by a trace: where it declares no counts, or not for this
// launch.
#pragma once
#include "harness/answers/options/choose.h"
#include "harness/predict/commands/predicted_step.h"

namespace ladder {

// The stage's whole run in the emulation, of each kernel a sample of blocks of its first launches;
// the launches of a step are those of the run over its steps. Throws UsageError: what the emulation
// has not, or what failed.
PredictedStep traced_step(const StagesOfCase &, const CaseOverrides &, const Case &, const Choice &,
                          const CompiledBuild &, const Machine &);

}  // namespace ladder
