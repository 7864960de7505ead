// Whether two records were taken under the same conditions.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// Where the machines differ: "environment.gpu.uuid: 'GPU-1' and 'GPU-2'"; empty when they do not.
std::string machine_difference(const Json &environment, const Json &other);
// The same for the build: commit, compilers, and the program itself.
std::string build_difference(const Json &environment, const Json &other);

}  // namespace ladder
