#include "harness/command/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/verify/batch.h"

namespace ladder {
namespace {

std::array<int, 3> cells_of(const std::string &size) {
  const std::vector<int> sizes = sizes_of_text("--size", size);
  if (sizes.size() < 2 || sizes.size() > 3)
    throw UsageError(fmt::format(
        "--size={}: expected cells such as 37x53 (z by x) or 19x23x29 (z by x by y)", size));
  std::array<int, 3> n = {1, 1, 1};
  std::copy(sizes.begin(), sizes.end(), n.begin());
  const double all = double(n[0]) * n[1] * n[2];
  // A random grid is proved whole; larger ones are for cases.
  if (all > INT32_MAX)
    throw UsageError(fmt::format("--size={}: {:.3g} cells are too many; a grid has at most {}",
                                 size, all, INT32_MAX));
  return n;
}

}  // namespace

Option ProvenCases::size_option() {
  return {"--size", Texts{&sizes, "ZxX[xY],..."}, "instead of a case: a grid of random velocities",
          "cells"};
}

void ProvenCases::settle_cases() {
  if (ladder.empty() || sizes.empty()) locate_or_make();
  settle_stages();
}

std::vector<std::unique_ptr<Case>> cases_to_prove(const ProvenCases &options) {
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
  if (options.sizes.empty()) all.push_back(load_case(options.located, overrides));
  return all;
}

}  // namespace ladder
