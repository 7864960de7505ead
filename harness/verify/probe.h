// The conformance probe: a stage is tried on random fields, every cell judged by itself, before it is
// timed. The grids are tiny, asymmetric and no multiple of anything, and the case's own comes last.
#pragma once
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/registry.h"
#include "harness/run/launch.h"

namespace ladder {

struct Probe {
  bool passed = false;
  bool refused = false;    // the stage said that it cannot do it; words says why
  int status = LADDER_OK;  // of the entry that failed
  double worst = 0;        // largest error over its bound; at most 1 when passed
  std::string words;       // why not, with what the error looks like
};

// On one case: sizes, spacings and operator are taken from it.
Probe probe(const Case &, const ladder_stage &, const ladder_launch &);

// On the tiny grids with the case's half-length, then on the case itself. A tiny grid that the stage
// refuses for this launch is left out; the case's own grid is not.
Probe probe_all(const Case &, const ladder_stage &, const ladder_launch &);

// The largest error of one cell that rounding can explain, in any order of summation: gamma(n) times
// the sum of |tap||p|, with n operations a cell (Higham, Accuracy and Stability, 2002, section 3.1).
struct Reference {
  std::vector<double> lap, bound;  // [nz nx ny]
};
Reference reference(const Case &, const float *p);

}  // namespace ladder
