// The answer to the question that a ladder asks, from records alone: which step paid, where the time is now, what to try
// next.
#pragma once
#include <string>
#include <vector>

#include "harness/waterfall/step.h"

namespace ladder {

struct Answer {
  std::string paid, now, next;  // sentences; empty where the records cannot tell
};
Answer answer(const std::vector<Json> &records);

}  // namespace ladder
