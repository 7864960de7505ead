// The formats that other tools read: one list, from which `ladder export` and its help derive.
// Each is a pure function of records (schema 2); harness/answers/export/README.md says who reads
// what.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

std::string as_google_benchmark(const std::vector<Json> &records);
std::string as_google_benchmark_csv(const std::vector<Json> &records);
std::string as_github_action(const std::vector<Json> &records);
std::string as_bencher(const std::vector<Json> &records);
std::string as_hyperfine(const std::vector<Json> &records);
std::string as_csv(const std::vector<Json> &records);
std::string as_markdown(const std::vector<Json> &records);
std::string as_junit(const std::vector<Json> &records);

struct Format {
  std::string name;
  std::string about;   // for the help
  bool one_of_a_name;  // its readers take a name for one benchmark: see newest_of_each_name
  std::string (*write)(const std::vector<Json> &records);
};

inline const std::vector<Format> formats = {
    {"google-benchmark", "JSON of Google Benchmark, an entry a sample", true, as_google_benchmark},
    {"google-benchmark-csv", "CSV of Google Benchmark, a line a sample", true,
     as_google_benchmark_csv},
    {"github-action", "github-action-benchmark, customSmallerIsBetter", true, as_github_action},
    {"bencher", "Bencher Metric Format: latency and throughput", true, as_bencher},
    {"hyperfine", "JSON of hyperfine, a result a record", true, as_hyperfine},
    {"csv", "a line a sample", false, as_csv},
    {"markdown", "a table, a row a record", false, as_markdown},
    {"junit", "JUnit XML of the verdicts, without times", false, as_junit},
};

}  // namespace ladder
