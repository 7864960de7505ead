// What a user of Google Benchmark knows: --benchmark_out, --benchmark_out_format and --benchmark_format.
#pragma once
#include <vector>

#include "harness/base/json.h"
#include "harness/command/line/options.h"

namespace ladder {

// Before anything is measured. Throws FileError where the file may not be written, or is that of the records.
void claim_benchmark_output(const Options &, const std::string &records);

// The records of this run into the file, and on standard output where it is not for tables.
void write_benchmark_output(const Options &, const std::vector<Json> &records);

}  // namespace ladder
