// What the times of a point cannot be, however right its results are.
#pragma once
#include <string>

#include "harness/measure/repeat.h"

namespace ladder {

// In words; empty where nothing is found:
// - a stage on the host used more processor time than the threads that it says it takes can,
// - it left processes of its own running beside it.
std::string finding(const Point &);

// The truth of a run from another start; empty where the stage is wrong there.
using TruthMaker = std::function<std::shared_ptr<const Truth>(const Start &)>;

// Whether the stage is faster where it has seen the input before. Its first sample was taken from fields that
// it had not seen. When that one took noticeably longer than the rest, or `always`, the stage runs from new
// fields, is judged, and runs from the `known` ones. It passes with the first pair whose times are alike; where
// that never comes the point's verdict fails.
void look_for_kept_answers(const Case &, const Start &known, Point &, Executor &, bool cold,
                           bool always, const TruthMaker &);

}  // namespace ladder
