// The launch that a model picks, compared with the best that was measured.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/model/compare_predictions.h"

namespace ladder {

struct Pick {
  std::string what;    // stage and case
  std::string picked;  // the launch that is predicted to be the fastest
  std::string best;    // the launch that was
  int launches = 0;    // that were measured
  double loss = 0;     // how much longer the picked one takes than the best: 0.05 is 5 %
};

// Of every stage and case with at least `least_launches` measured launches, in the order of the
// cells.
std::vector<Pick> picks_of(const std::vector<ComparedCell> &, int least_launches = 3);

}  // namespace ladder
