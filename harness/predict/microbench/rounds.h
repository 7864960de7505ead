// Micro-benchmarks that were measured several times as one: programs of others on the machine slow
// down what runs next to them for seconds, copies of the host by four times.
#pragma once
#include <vector>

#include "harness/predict/microbench/measurement.h"

namespace ladder {

// Of each value the median of the rounds that have it; its uncertainty has what the rounds scatter.
// A group is not measured where no round could. Throws std::invalid_argument without a round.
Microbenchmarks median_of(const std::vector<Microbenchmarks> &rounds);

}  // namespace ladder
