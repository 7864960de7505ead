// `ladder check --write-baseline=FILE`: records to compare with later.
#pragma once
#include <vector>

#include "harness/command/check_jobs.h"

namespace ladder {

// Measures the stages one case after the other and writes their records, with the instructions of
// those on the host. Throws FileError where the file is there and is not to be overwritten.
// Returns the exit code of the measurement.
Exit write_baseline(const CheckOptions &, const std::vector<CheckJob> &);

}  // namespace ladder
