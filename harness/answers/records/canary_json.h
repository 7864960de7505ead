// The canary's readings as a record keeps them, one list a part, and back.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/machine/canary/canary.h"

namespace ladder {

Json canary_json(const std::vector<CanaryReading> &);

// The times of each part [ns] by its name in the record: "host.memory_ns". Parts without any are
// left out.
using CanaryTimes = std::map<std::string, std::vector<double>>;
CanaryTimes canary_times(const std::vector<CanaryReading> &);
CanaryTimes canary_times(const Json &record);  // throws FileError where they are no times

// Why a record's canary cannot be held against one of now, naming the field; empty where it can.
std::string canary_lacking(const Json &record);

}  // namespace ladder
