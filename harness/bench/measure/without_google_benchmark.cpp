// without: benchmark
#include <regex>

#include "harness/bench/measure/repeat.h"

namespace ladder {

void run_once(const std::vector<Benchmark> &benchmarks, const std::string &filter) {
  const bool others = filter.starts_with('-');
  const std::regex wanted(others ? filter.substr(1) : filter, std::regex::extended);
  for (const Benchmark &one : benchmarks)
    if (std::regex_search(one.name, wanted) != others) one.sample();
}

}  // namespace ladder
