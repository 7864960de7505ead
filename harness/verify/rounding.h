// How far rounding alone may carry a float32 run from the exact one, step by step.
#pragma once
#include "harness/case/case.h"

namespace ladder {

// The derivation is in harness/verify/README.md, "What rounding may do". It depends on the case and on the
// largest |p| anywhere in the grid at each step so far, not on the values in one place.
class RoundingBound {
 public:
  explicit RoundingBound(const Case &);
  void add_step(double peak);  // the largest |p| over all cells after the next step
  double value() const;        // what may have gathered up to the last step that was added

 private:
  double slowness_;  // 1 / (2 S), where S is the Courant number of the slowest wave over its limit
  double steps_ = 0, sum_of_squares_ = 0;
};

}  // namespace ladder
