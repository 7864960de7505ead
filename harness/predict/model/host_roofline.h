// The time of a step of a stage on the host: a roofline with cache levels.
#pragma once
#include "harness/bench/registry/registry.h"
#include "harness/predict/model/models.h"
#include "harness/problem.h"

namespace ladder {

// What a step asks of the cores. Nothing in it was measured.
struct HostDemand {
  double cells = 0, operations = 0;  // of the grid
  double bytes_per_point = 0;        // if every value crosses once
  int reach = 0;                     // half-length of the operator
  double tile[3] = {1, 1,
                    1};  // cells that a core goes through before it comes to the next, z by x by y
  int threads = 0;       // 0: as many as there are cores
};

// Throws UsageError with the reason where the model does not hold: several steps share a pass
// through memory, or the case has no operator on a grid.
HostDemand host_demand(const Case &, const StageEntry &, const ladder_launch &);

// The time inside the stage's calls of a step, for a loop that computes cell by cell at the full
// rate of the vectors. A stage that keeps several columns in registers loads fewer, a plain one
// computes more slowly. A core's loads come from the level that holds what it touches between two
// uses of a value:
//   arrays   each value once, at the bandwidth of a working set of all arrays,
//   planes   2 reach loads along y, at that of the 2 reach + 1 planes in between,
//   columns  2 reach loads along x, at that of the columns in between (Rivera and Tseng 2000;
//            Stengel et al. 2015),
// one after the other, as the levels of a cache do not overlap for one core; arithmetic at the same
// time. Throws UsageError where the machine's record has no values of its host.
Prediction predict_on_host(const Machine &, const HostDemand &);

}  // namespace ladder
