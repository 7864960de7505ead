// The result of a traced run as JSON, and back.
#pragma once
#include "harness/base/json.h"
#include "harness/bench/trace/traced.h"

namespace ladder {

Json traced_json(const Traced &);
Traced traced_of(const Json &);  // throws nlohmann's exceptions where a field is missing

}  // namespace ladder
