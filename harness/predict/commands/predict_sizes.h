// `ladder predict --sizes`: from which size of its calls on an adopted routine pays on a GPU.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// `answer`: that of scripts/predicted_sizes.py. `field` is the time of a call in its rows. The size
// from which on it is below the original's, in proportion to the size; between two sizes along a
// line. 0: at the smallest one already; -1: at none.
double pays_from(const Json &answer, const char *field);

void print_sizes(const std::string &folder, const std::string &stage, const std::string &machine,
                 const std::vector<int> &sizes);

}  // namespace ladder
