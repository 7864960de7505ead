// A file of records as something to hold new measurements against.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// The newest record of every point in the file. Throws what read_records does;
// Error(not_comparable) where two records of one point and machine contradict each other: one right
// and one wrong, or medians whose intervals lie apart.
std::vector<Json> read_baseline(const std::string &path);

// Why a run of now, on this machine (`environment`), of this case (`problem`), `isolated` as
// `ladder` records it without --isolate, cannot be held against the record: the field that differs,
// or whose values cannot be; empty when it can.
std::string not_comparable(const Json &record, const Json &environment, const Json &problem,
                           bool isolated);

}  // namespace ladder
