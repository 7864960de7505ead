#include "harness/command/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/bench/registry/registry.h"

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

// Figure 18: whole, half and quarter warps along z.
constexpr int blocks_of_figure[][2] = {{32, 32}, {64, 16}, {16, 64}, {32, 16}, {16, 32},
                                       {64, 8},  {16, 16}, {32, 8},  {8, 32},  {64, 4},
                                       {16, 8},  {32, 4},  {8, 16},  {64, 2},  {128, 1}};

// Stages above the thesis take fewer threads a block than its figures show.
bool declared(const ladder_stage &stage, const AskedKnobs &shape) {
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    if (!shape.contains(knob.name)) continue;
    const auto &values = shape.at(knob.name);
    for (std::size_t i = 0; i < values.size() && i < 2; ++i)
      if (values[i] < knob.least[i] || values[i] > knob.most[i]) return false;
  }
  return true;
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

std::vector<AskedKnobs> figure_shapes(const ladder_stage &stage) {
  std::vector<AskedKnobs> shapes = {{}};
  for (int k = 0; k < stage.knobs; ++k) {
    const std::string name = stage.knob[k].name;
    if (name == "threads")  // figures 13 and 19
      for (int threads : {1024, 512, 256, 128, 64}) shapes.push_back({{"threads", {threads}}});
    if (name == "block")
      for (const auto &[z, x] : blocks_of_figure) shapes.push_back({{"block", {z, x}}});
    if (name == "method") {  // figure 20
      shapes.push_back({{"method", {2}}});
      for (int method : {3, 4})
        for (int stripes : {1, 2, 3})
          shapes.push_back({{"method", {method}}, {"stripes", {stripes}}});
    }
  }
  std::erase_if(shapes, [&](const AskedKnobs &shape) { return !declared(stage, shape); });
  return shapes;
}

}  // namespace ladder
