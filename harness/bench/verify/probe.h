// The conformance probe: a stage is tried on random fields before it is timed, on tiny cases first
// and on the case's own grid last.
#pragma once
#include <string>

#include "harness/problem.h"

namespace ladder {

// On the tiny cases, then on the case itself. A tiny one that the stage refuses for this launch is
// left out; the case's own is not. A case of more than 2^22 cells is only asked whether it is
// refused: trying it would take minutes, and its runs are judged whole.
Probe probe_all(const Case &, const ladder_stage &, const ladder_launch &);
// On the tiny cases alone, or on the case where it has none.
Probe probe_tiny(const Case &, const ladder_stage &, const ladder_launch &);

// The parts of which a problem's own probe may be made.

// Whether the stage can be created for this case and takes the launch that was asked for. `view` is
// what create gets. The caller destroys the state, whatever comes back.
Probe probe_creation(const Case &, const ladder_stage &, const ladder_launch &, const void *view,
                     ladder_state **state);
// The same, and nothing of it stays.
Probe probe_creation_alone(const Case &, const ladder_stage &, const ladder_launch &);
// The same result for runs of a few steps in one piece and in several, judged along the run.
Probe probe_runs(const Case &, const ladder_stage &, const ladder_launch &);
// "on 7 x 5 cells: ..."; the status is that of a call that failed.
Probe failed_probe(const Case &, const std::string &words, ladder_status = LADDER_OK,
                   Cause = Cause::none);

}  // namespace ladder
