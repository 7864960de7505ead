// `ladder check --static`: whether the compiler made something worse of the CUDA stages. Nothing runs.
#pragma once
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/command/line/options.h"

namespace ladder {

// A finding a kernel that differs, and one a stage whose kernels are all the same. Keeps what was compiled in
// --output where it is given. Throws what read_compiled, read_compiled_file and write_compiled throw.
std::vector<Finding> check_compiled(const Options &);

}  // namespace ladder
