// Measured speeds as JSON and as a table.
#pragma once
#include <string>

#include "harness/floor/speeds.h"
#include "harness/records/json.h"

namespace ladder {

Json speeds_json(const Speeds &);
std::string speeds_table(const Speeds &);

}  // namespace ladder
