// What a user of Google Benchmark knows: --benchmark_out, --benchmark_out_format and
// --benchmark_format.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

struct BenchmarkOutput {
  std::string benchmark_out, benchmark_out_format = "json", benchmark_format = "console";
  bool overwrite = false;
};

// Before anything is measured. Throws FileError where the file may not be written, or is that of
// the records.
void claim_benchmark_output(const BenchmarkOutput &, const std::string &records);

// The records of this run into the file, and on standard output where it is not for tables.
void write_benchmark_output(const BenchmarkOutput &, const std::vector<Json> &records);

}  // namespace ladder
