// What the cores of a machine's host can give an adopted routine at most.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/call_time.h"

namespace ladder {

struct OnHost {
  int cores = 0;      // 0: the host was not measured, or the original was not timed
  double one_s = 0;   // a call on one core, as fast as the original was where it was recorded
  double all_s = 0;   // on all, at least
  int useful = 0;     // cores from which on it does not get faster
  std::string bound;  // of all cores: "cores" or "memory"
};

// The bytes are those that the kernels of a CUDA stage move.
OnHost on_host(const Machine &, const CountedStage &, const std::vector<KernelTime> &,
               double original_s);

}  // namespace ladder
