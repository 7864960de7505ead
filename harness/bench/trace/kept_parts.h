// Cuts a timeline down to the parts that are timed: what lies between them is as if it had never
// been.
#pragma once
#include <vector>

#include "harness/bench/trace/timeline.h"

namespace ladder {

struct Part {
  std::int64_t begin, end;  // [ns] on the timeline's clock
};

// `parts` in ascending order. The timeline begins at 0 and is as long as they are together.
void keep_parts(Timeline &, const std::vector<Part> &parts);

}  // namespace ladder
