// The oracle's run of a few steps from values that are given.
#pragma once
#include <memory>
#include <vector>

#include "harness/base/large_pages.h"
#include "harness/base/shared_values.h"
#include "harness/problem.h"

namespace ladder {

struct OraclePart {
  std::vector<std::unique_ptr<double[], Free>> arrays;  // at the end, in the order of the case
  std::vector<double> rounding;  // what rounding may do up to each step, the start included
};

// `starts`: the arrays that are started, in the order of the case. Throws Error(interrupted).
OraclePart run_oracle_from(const Case &, const std::vector<SharedValues> &starts);

}  // namespace ladder
