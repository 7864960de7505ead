// A recorded call that is made larger along one axis, as [scale] of ladder.toml says.
#pragma once
#include "harness/base/json.h"
#include "harness/problems/routine/recorded.h"

namespace ladder {

// `scale`: {"axis": "klon", "to": 65536, "axes": {"pt": [0], ...}, "lengths": ["klon", "kfdia"]}.
// Along the axes of the values, their elements repeat; the lengths become `to`. Throws FileError
// where the call is larger already, and where memory does not hold it.
void enlarge(RecordedCall &, const Json &scale);
// Whether it makes this value larger.
bool enlarges(const Json &scale, const RecordedValue &);

}  // namespace ladder
