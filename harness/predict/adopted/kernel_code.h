// The machine code of a kernel that the emulation counted.
#pragma once
#include <string>

#include "harness/predict/adopted/kernel_time.h"

namespace ladder {

// Of a kernel by the words of its launch, `step` or `step<double>`; without a compiler no code.
// `answer`: of scripts/stage_code.py.
KernelCode kernel_code(const std::string &name, const Json &answer);

}  // namespace ladder
