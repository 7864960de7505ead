// What a file of records already holds of a sweep.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

struct Finished {
  std::set<std::string> points;  // by point_key
  int others = 0;                // records of other points: of another case, stage or launch
};

// Those of the sweep's `points` (point_json) that the file holds, less those that were killed or
// interrupted before they had their samples and their trace; none when the file is missing or
// empty. A record of a point of the sweep must be of the same machine, build, stage and case, whose
// hash is of its velocities too: throws Error(not_comparable) that names the field that differs.
// Records of other points may be of anything. FileError when the file is unusable.
Finished finished_points(const std::string &path, const Json &environment,
                         const std::vector<Json> &points);

}  // namespace ladder
