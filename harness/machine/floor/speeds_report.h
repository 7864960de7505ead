// Measured speeds as JSON and as a table.
#pragma once
#include <string>

#include "harness/base/json.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {

Json speeds_json(const Speeds &);
std::string speeds_table(const Speeds &);

}  // namespace ladder
