// How long a kernel and a call of an adopted routine take on a machine.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/machine.h"
#include "harness/predict/model/models.h"

namespace ladder {

// What the compiler made of a kernel; no code where there is no compiler.
struct KernelCode {
  MachineCode code;
  std::vector<std::string> lines;  // of each instruction
  int registers = 64, shared_bytes = 0;
  int own_bytes = 0;  // of a thread's arrays and spilled registers
};

KernelDemand demand_of(const Machine &, const CountedKernel &, const KernelCode &);

struct KernelTime {
  KernelDemand demand;
  Prediction prediction;
  double seconds = 0, trivial = 0;  // as a tracer shows it; its bytes over the bandwidth of memory
  std::string bound;                // the term that takes longest
};
KernelTime time_of(const Machine &, const CountedKernel &, const KernelCode &);

struct CallTime {
  double as_called = 0, resident = 0, kernels = 0, copies = 0, launches = 0;
  double trivial = 0;  // kernels and copies as bytes over bandwidths
  double copied_bytes = 0, number_of_launches = 0, freed = 0;
};
// The mean of all calls.
CallTime call_time(const Machine &, const CountedStage &, const std::vector<KernelTime> &);

// What the first call of a process takes for the device's start [s].
inline constexpr double start_of_device = 0.33;

}  // namespace ladder
