// The micro-benchmarks of the first CUDA device.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "harness/predict/microbench/measurement.h"

namespace ladder {

// Reports the name of the group that begins.
using TellGroup = std::function<void(const std::string &group)>;

// Ten seconds. None, with the reason, without a GPU or in a build without CUDA. A group
// that fails is listed in `not_measured`; the others are measured all the same.
std::optional<Microbenchmarks> measure_microbenchmarks(const TellGroup &, std::string &why_not);

}  // namespace ladder
