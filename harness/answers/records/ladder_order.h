// Records are written as points end, and shown in the order of the ladder.
#pragma once
#include <cstddef>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// By the number and the name that stages' files begin with; records of one stage stay as they are.
// Those of plug-ins come last.
std::vector<Json> in_ladder_order(std::vector<Json> records);
// The same as places among the records.
std::vector<std::size_t> ladder_order(const std::vector<Json> &records);

}  // namespace ladder
