// How long a kernel of an adopted routine takes on a machine.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/machine.h"
#include "harness/predict/model/models.h"

namespace ladder {

// What the compiler made of a kernel; no code where there is no compiler.
struct KernelCode {
  std::string mangled;
  MachineCode code;
  std::vector<std::string> lines;  // of each instruction
  int registers = 64, shared_bytes = 0;
  int own_bytes = 0;  // of a thread's arrays and spilled registers
  int parameter_bytes = 0;
};

KernelDemand demand_of(const Machine &, const CountedKernel &, const KernelCode &);

// Of `launch.graph`, what lies between two kernels and in neither [s]: the smallest kernels of the
// sixth draw are 0.88 to 0.93 us long on an H100, where a node takes 0.96 and what it does 0.26.
inline constexpr double between_nodes = 0.25e-6;

struct KernelTime {
  KernelDemand demand;
  Prediction prediction;
  double seconds = 0, trivial = 0;  // as a tracer shows it; its bytes over the bandwidth of memory
  std::string bound;                // the term that takes longest
  int parameter_bytes = 0;
};
KernelTime time_of(const Machine &, const CountedKernel &, const KernelCode &);
// Of those that run in turn: what the instruction caches do not keep from one call to the next is
// fetched anew. On an H200 kernels of 128 to 1,024 instructions, 24 in turn, take 0.03 to 0.1 us
// longer than each behind itself.
void fetch_code_in_turn(std::vector<KernelTime> &);

}  // namespace ladder
