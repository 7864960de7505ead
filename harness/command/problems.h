// What `verify` proves stages on: a case, or grids of random velocities.
#pragma once
#include <vector>

#include "harness/command/options.h"

namespace ladder {

constexpr int verify_checkpoints = 8;  // along each run

struct Problem {
  Case problem;
  bool random_start;  // a grid without a model starts from random fields, so that every cell counts
};

// The grids of --size, or the case. Throws UsageError and what load_case does.
std::vector<Problem> problems(const Options &);

}  // namespace ladder
