// The path of a warp through a kernel's machine code, from what its lines were seen to do.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/trip_counts.h"

namespace ladder {

// `lines`: as LineTimes has them. A loop turns as often as it is executed (ExecutedCode) more often
// than what is around it. What a branch passes over is executed in the share of the times that its
// lines have of the branch's. What only calls a subroutine is the slow case of a division or a
// root, executed as often as their operands were seen to need it; the overflow of exp() and the
// special arguments of log() are passed over. Of a way of more than a million instructions a part
// is gone through, and counts as all.
TripCounts traced_trips(const MachineCode &, const std::vector<std::string> &lines,
                        const CountedWay &);

}  // namespace ladder
