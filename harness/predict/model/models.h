// The models side by side: from the datasheet alone to the one that knows latency, launches and
// what shares the way.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/model/machine.h"
#include "harness/predict/model/occupancy.h"
#include "harness/predict/model/terms.h"

namespace ladder {

struct Term {
  std::string name;  // "launch", "latency", "issue", "first-level cache", "second-level cache",
                     // "memory", "hand-out", "longest warp"
  double seconds = 0;
};

struct Prediction {
  double seconds = 0;  // of a launch; of a step: of all its launches
  double kernel_seconds =
      0;  // of them those between the kernel's begin and its end, as a tracer sees them
  std::string regime;  // the term that decides
  std::vector<Term> terms;
  Occupancy occupancy;
};

// Bytes over the bandwidth, or operations over the rate, whichever takes longer.
double roofline_of_datasheet(const DeviceLimits &, const KernelDemand &);
double roofline_as_measured(const Machine &, const KernelDemand &);
// [s] until the last of so many blocks has begun that find room at once.
double begin_of_blocks(const Machine &, double blocks);
// What each part of the machine needs for the grid, and what the blocks' lives take one behind the
// other, together. Throws FileError where the machine lacks a value, and UsageError where the
// kernel cannot be launched.
Prediction predict(const Machine &, const KernelDemand &);
// Of all launches of a step, one behind the other.
Prediction predict_step(const Machine &, const std::vector<KernelDemand> &);

}  // namespace ladder
