// What a stage lacks to run on this machine.
#pragma once
#include <string>

#include "harness/bench/registry/registry.h"
#include "harness/machine/environment/environment.h"
#include "harness/stage.h"

namespace ladder {

// Empty when it can run; otherwise what it lacks and how to get it.
inline std::string lacks(const ladder_stage &stage, const Environment &environment) {
  if (stage.device == LADDER_ON_CUDA && !environment.gpu) return environment.why_no_gpu;
  return "";
}

// The same of a stage that may be emulated, which needs no device.
inline std::string lacks(const StageEntry &entry, const Environment &environment) {
  return entry.emulated ? "" : lacks(*entry.stage, environment);
}
// Of one that is to be timed.
inline std::string lacks_time(const StageEntry &entry, const Environment &environment) {
  return entry.emulated ? "it is emulated, so it has no time: `ladder verify` proves it"
                        : lacks(*entry.stage, environment);
}

}  // namespace ladder
