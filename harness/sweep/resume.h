// What a file of records already holds of a sweep.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// The keys (point_key) of the points in the file, less those that were killed or interrupted before they had
// their samples and their trace; none when it is missing or empty. The machine and the build of
// `environment`, the sweep's `cases` as a record tells them (their hash is of the velocities too), and the
// hashes of its `stages` by name must be those of the file. Throws Error(not_comparable) that names the field that differs,
// FileError when the file is unusable.
std::set<std::string> finished_points(const std::string &path, const Json &environment,
                                      const std::vector<Json> &cases,
                                      const std::map<std::string, std::string> &stages);

}  // namespace ladder
