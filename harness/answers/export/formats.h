// The formats that other tools read: one list, from which `ladder export` and its help derive.
// Each is a pure function of records (schema 2); harness/answers/export/README.md says who reads
// what.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/answers/records/read_records.h"
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

// What the formats take from a record (schema 2), so that all of them name and judge it alike.

// "ladder/case:thesis/stage:smem/threads:128": case, stage, the launch that ran, "/cache:cold"
// where it was.
std::string benchmark_name(const Json &record);
// The launch that ran: "threads:128/block:16x16" with "/" between, empty for a stage without knobs.
std::string launch_text(const Json &record, const std::string &between);
std::string machine(const Json &record);  // the GPU of a CUDA stage, the CPU of a host stage

// Right, with at least one sample and a finite median: only then is there a time to show.
bool has_time(const Json &record);

std::vector<double> numbers(
    const Json &list);  // NaN for what is no number: null, or a missing list
double number(const Json &object, const char *key);                        // NaN likewise
double median_ns(const Json &record);                                      // NaN likewise
std::optional<std::pair<double, double>> interval_ns(const Json &record);  // low and high
double points_per_second(const Json &record, double wall_ns);

// The newest record of each benchmark name, in the order in which the names first occur. Throws
// Error (Exit::not_comparable) when records of one name are of different cases or machines.
std::vector<Json> newest_of_each_name(const std::vector<Json> &records);

// Bytes that are no UTF-8, control characters and what else XML 1.0 forbids become U+FFFD. Tab,
// newline and return stay.
std::string clean_text(const std::string &text);

// Indented, with a newline at the end; numbers that are not finite become null, bad UTF-8 U+FFFD.
std::string json_text(const Json &json);

// The shortest decimal that reads back as the same number; empty for NaN and infinity.
std::string number_text(double value);

// JUnit XML, the list of tests that a CI reads. The only writer: of records (`export`) and of
// findings (`check`).

struct JunitCase {
  enum Outcome { passed, failure, error, skipped };

  std::string name, classname, file;  // no file: empty
  Outcome outcome = passed;
  std::string type, message, text;  // of an outcome other than passed; type and text may be empty
};

struct JunitSuite {
  std::string name, timestamp;  // no timestamp: empty
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JunitCase> cases;
};

// Counts are those of the cases. Characters that XML forbids become U+FFFD.
std::string junit_text(const std::string &name, const std::vector<JunitSuite> &);

}  // namespace ladder
