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

std::vector<int> cells_of(const std::string &size) {
  const auto parts = CLI::detail::split(size, 'x');
  if (parts.size() < 2 || parts.size() > 3 || size.ends_with('x'))
    throw UsageError(fmt::format(
        "--size={}: expected cells such as 37x53 (z by x) or 19x23x29 (z by x by y)", size));
  std::vector<int> n;
  double all = 1;
  for (const std::string &part : parts) {
    int cells = 0;
    const char *end = part.data() + part.size();
    const auto [at, problem] = std::from_chars(part.data(), end, cells);
    if (problem != std::errc() || at != end || cells < 1 || cells > most_along)
      throw UsageError(fmt::format("--size={}: each number of cells is a whole one from 1 to {}",
                                   size, most_along));
    n.push_back(cells);
    all *= cells;
  }
  // The contract counts cells in 32 bits.
  if (all > INT32_MAX)
    throw UsageError(fmt::format("--size={}: these are {:.3g} cells, and a grid has {} at most",
                                 size, all, INT32_MAX));
  return n;
}

}  // namespace

std::vector<Case> problems(const Options &options) {
  std::vector<Case> all;
  const CaseOverrides overrides = one_case(options);
  const int steps = overrides.samples ? *overrides.samples - 1 : 25;
  for (const std::string &size : options.sizes) {
    const std::vector<int> n = cells_of(size);
    if (steps < 0) throw UsageError("--nt must be at least 1");
    refuse_grid_beyond_memory(size, n[0], n[1], n.size() == 3 ? n[2] : 1, steps,
                              verify_checkpoints);
    all.push_back(
        small_case(n[0], n[1], n.size() == 3 ? n[2] : 1, steps, overrides.half_length.value_or(8)));
    all.back().name = size;
  }
  if (options.sizes.empty()) {
    all.push_back(load_case(options.problem_case, overrides));
    refuse_proof_beyond_memory(all.back(), verify_checkpoints);
  }
  return all;
}

}  // namespace ladder
