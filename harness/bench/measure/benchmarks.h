// One sample of each of several benchmarks: through Google Benchmark, or without it where it was
// missing.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

struct Benchmark {
  std::string name;
  std::function<std::optional<double>()> sample;  // [s]; nothing where there is no time to give
};

// In their order, those whose name the filter matches: a regular expression, all where it is empty,
// those that do not match where it begins with '-'.
void run_once(const std::vector<Benchmark> &, const std::string &filter);

}  // namespace ladder
