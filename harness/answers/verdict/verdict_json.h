// A verdict as programs get it: `verdict` of schema.json.
#pragma once
#include "harness/answers/verdict/status.h"

namespace ladder {

inline constexpr int verdict_schema = 1;

// What all verdicts have: schema, status, level, first, worst, races, place, not_told_apart, next.
// `level`: "emulated", "device" or "host".
Json verdict_json(const Proof &, const StageEntry &);

// Of a file that does not compile; `errors` as scripts/adopting/diagnostics.py lists them.
Json compile_error_json(const std::string &stage, const std::string &words, const Json &errors);

// The one step that comes next: step, reason. Null where nothing is to be done.
Json next_step(Status, const Json &verdict);

}  // namespace ladder
