#include "harness/command/problems.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>

#include "harness/command/choose.h"
#include "harness/error.h"
#include "harness/verify/memory_of_proof.h"

namespace ladder {

namespace {

constexpr int most_along = 1 << 20;

std::array<int, 3> cells_of(const std::string &size) {
  const auto parts = CLI::detail::split(size, 'x');
  if (parts.size() < 2 || parts.size() > 3 || size.ends_with('x'))
    throw UsageError(fmt::format(
        "--size={}: expected cells such as 37x53 (z by x) or 19x23x29 (z by x by y)", size));
  std::array<int, 3> n = {1, 1, 1};
  double all = 1;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string &part = parts[k];
    int cells = 0;
    const char *end = part.data() + part.size();
    const auto [at, problem] = std::from_chars(part.data(), end, cells);
    if (problem != std::errc() || at != end || cells < 1 || cells > most_along)
      throw UsageError(fmt::format("--size={}: each number of cells is a whole one from 1 to {}",
                                   size, most_along));
    n[k] = cells;
    all *= cells;
  }
  // The contract counts cells in 32 bits.
  if (all > INT32_MAX)
    throw UsageError(fmt::format("--size={}: these are {:.3g} cells, and a grid has {} at most",
                                 size, all, INT32_MAX));
  return n;
}

}  // namespace

std::vector<std::unique_ptr<Case>> cases_to_prove(const Options &options) {
  std::vector<std::unique_ptr<Case>> all;
  const CaseOverrides overrides = one_case(options);
  const int steps = overrides.samples ? *overrides.samples - 1 : 25;
  for (const std::string &size : options.sizes) {
    const std::array<int, 3> n = cells_of(size);
    if (steps < 0) throw UsageError("--nt must be at least 1");
    const Problem &problem = *problem_named(original_of(options.ladder).stage->problem);
    all.push_back(problem.random(n, steps, overrides));
    all.back()->name = size;
    all.back()->ladder = options.ladder;
  }
  if (options.sizes.empty()) all.push_back(load_case(options.problem_case, overrides));
  return all;
}

}  // namespace ladder
