// Where the wall time of a traced run went, in the parts that words, tables and figures name.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

struct Part {
  std::string scope;  // "copies": both directions and their staging; else the name of a scope
  std::string words;  // "the driver's own loops"
  double seconds = 0, share = 0;  // of the traced run and of its wall time
};

// Largest first. Empty where the run was not traced.
std::vector<Part> parts_of(const Json &record);
double seconds_of(const std::vector<Part> &, const std::string &scope);

}  // namespace ladder
