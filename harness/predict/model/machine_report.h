// The micro-benchmarks of a machine as a table.
#pragma once
#include <string>

#include "harness/predict/model/machine_record.h"

namespace ladder {

// A row a quantity: its first and its last value with their uncertainties, and what was varied
// between them.
std::string machine_table(const MachineRecord &);

}  // namespace ladder
