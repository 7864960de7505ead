#include "harness/command/problems.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/command/choose.h"
#include "harness/error.h"

namespace ladder {

std::vector<Case> problems(const Options &options) {
  std::vector<Case> all;
  const CaseOverrides overrides = one_case(options);
  const int steps = overrides.samples ? *overrides.samples - 1 : 25;
  for (const std::string &size : options.sizes) {
    std::vector<int> n;
    for (std::size_t at = 0; at <= size.size();) {
      const std::size_t x = std::min(size.find('x', at), size.size());
      const std::string part = size.substr(at, x - at);
      if (part.empty() || part.size() > 6 ||
          part.find_first_not_of("0123456789") != std::string::npos || std::stoi(part) < 1)
        throw UsageError(fmt::format(
            "--size={}: expected cells such as 37x53 (z by x) or 19x23x29 (z by x by y)", size));
      n.push_back(std::stoi(part));
      at = x + 1;
    }
    if (n.size() < 2 || n.size() > 3)
      throw UsageError(fmt::format("--size={}: two or three numbers are needed", size));
    if (steps < 0) throw UsageError("--nt must be at least 1");
    all.push_back(
        small_case(n[0], n[1], n.size() == 3 ? n[2] : 1, steps, overrides.half_length.value_or(8)));
    all.back().name = size;
  }
  if (options.sizes.empty()) all.push_back(load_case(options.problem_case, overrides));
  return all;
}

}  // namespace ladder
