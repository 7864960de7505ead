// What the kernels of a CUDA stage of an adopted routine do, counted in the emulation: the same in
// each run, on any machine.
#pragma once
#include <map>
#include <string>

#include "harness/bench/measure/measure.h"

namespace ladder {

// Makes the recorded calls. The stage was compiled so that it counts (scripts/predicting); its
// lines (harness/emulation/counting) go into `file`. Throws Error(wrong) where the run fails.
void run_counted(const Case &, const Choice &, const How &, const std::string &file);

// In the mean of a call: launches, accesses of warps, sectors of 32 B that they touch, basic blocks
// that lanes enter, copied bytes. Throws FileError: the file has other lines.
std::map<std::string, double> emulated_counts(const std::string &file);

}  // namespace ladder
