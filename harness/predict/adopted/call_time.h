// How long a call of an adopted routine takes on a machine.
#pragma once
#include <vector>

#include "harness/predict/adopted/kernel_time.h"

namespace ladder {

struct CallTime {
  double as_called = 0, resident = 0, kernels = 0, copies = 0, launches = 0;
  double repeated = 0;  // as called by a program that does little else: the host's caches are warm
  double listing = 0;   // once, the nodes of graphs: they are kept for calls with these arguments
  double trivial = 0;   // kernels and copies as bytes over bandwidths
  double copied_bytes = 0, number_of_launches = 0;
};
// The mean of all calls.
CallTime call_time(const Machine &, const CountedStage &, const std::vector<KernelTime> &);

// What the first call of a process takes for the device's start [s].
inline constexpr double start_of_device = 0.30;

}  // namespace ladder
