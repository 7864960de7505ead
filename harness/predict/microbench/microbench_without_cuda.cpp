// In a build without CUDA no device is measured.
#ifndef LADDER_HAVE_CUDA
#include "harness/predict/microbench/microbench.h"

namespace ladder {
std::optional<Microbenchmarks> measure_microbenchmarks(const TellGroup &, std::string &why_not) {
  why_not = "ladder was built without CUDA";
  return std::nullopt;
}
}  // namespace ladder
#endif
