// What a stage lacks to run on this machine.
#pragma once
#include <string>

#include "harness/machine/environment/environment.h"
#include "harness/stage.h"

namespace ladder {

// Empty when it can run; otherwise what it lacks and how to get it.
inline std::string lacks(const ladder_stage &stage, const Environment &environment) {
  if (stage.device == LADDER_ON_CUDA && !environment.gpu) return environment.why_no_gpu;
  return "";
}

}  // namespace ladder
