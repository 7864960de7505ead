// What a prediction of an adopted routine means for its owner.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/on_host.h"

namespace ladder {

// How many times as fast as the original and its program were where they were recorded; 0: not
// known.
struct AdoptedGain {
  double as_called = 0, resident = 0, program_as_called = 0, program_resident = 0;
  double packing_s = 0;  // that a call takes more there, until its values are contiguous, and back
  double run_as_called_s = 0, run_resident_s = 0;  // of the recorded run, with the device's start
};

struct AdoptedPrediction {
  std::string stage, hash, lacks;  // why there is no machine code
  CountedStage counted;
  std::vector<KernelTime> kernels;
  CallTime call;
  AdoptedGain program;
  OnHost host;
};

// `about`: the case, with what `ladder record` timed. By Amdahl's law.
AdoptedGain in_program(const Json &about, const CallTime &);
double sectors_of_a_load(const CountedKernel &);
// One sentence to act on.
std::string advice(const AdoptedPrediction &);

}  // namespace ladder
