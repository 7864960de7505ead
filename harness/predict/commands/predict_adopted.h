// `ladder predict` in the folder of an adopted routine.
#pragma once
#include "harness/answers/options/choose.h"
#include "harness/predict/model/machine.h"

namespace ladder {

// Runs the CUDA stages on the recorded calls in the emulation, and prints what a GPU would give.
// `machine` is the name of its folder in results/.
Exit predict_adopted(const StagesOfCase &, const Machine &, const std::string &machine, bool json);

}  // namespace ladder
