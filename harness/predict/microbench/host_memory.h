// The micro-benchmarks of the host: what its cores take from each level of its memory, and compute.
#pragma once
#include <vector>

#include "harness/predict/microbench/measurement.h"

namespace ladder {

// Three seconds. "host.cores", "host.rate.multiply_add" of one core, and "host.bandwidth.one_core"
// and "host.bandwidth.all_cores" over the bytes that a core goes through again and again: those
// read and written by b = b + s a, in which two of three values are read.
std::vector<MachineValue> measure_host();

}  // namespace ladder
