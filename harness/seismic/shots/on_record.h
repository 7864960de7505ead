// Which stages were faster than another, by what was measured.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// The names of the stages that ran the case in less time than `stage`, the fastest first, in the
// session that measured it on the case nearest in size to `cells`; of several, in the newest. Right
// results alone count, with warm caches. None: no session measured it.
std::optional<std::vector<std::string>> faster_on_record(const std::vector<Json> &records,
                                                         const std::string &stage, double cells);

// The times [ns] of the stages, each in the session whose case is least `apart` from the one that
// is asked about; of several, in the newest. The same results count.
std::map<std::string, double> walls_on_record(const std::vector<Json> &records,
                                              const std::function<double(const Json &)> &apart);

}  // namespace ladder
