// Answers as JSON, for other programs and the scripts. README.md lists the fields.
#pragma once
#include "harness/answers/ladders.h"

namespace ladder {

inline constexpr int compare_schema = 1;

// A line a machine, a line for what was measured together, a line a newest ladder. `here` is the
// environment of this machine.
std::string answers_json_lines(const Ladders &, const Json &here);

}  // namespace ladder
