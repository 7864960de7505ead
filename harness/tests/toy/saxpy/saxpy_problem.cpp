// The toy problem as the core sees it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/problem.h"
#include "harness/tests/toy/saxpy/saxpy.h"

namespace ladder {

extern const Problem saxpy_problem;

namespace {

// The driver and, with T = double, the oracle.
template <typename T, typename Step>
ladder_status run_steps(int steps, const ladder_observer &observer, T *y, Step step) {
  for (int n = 1; n <= steps; ++n) {
    if (observer.stop && *observer.stop) return LADDER_STOPPED;
    if (const ladder_status status = step(); status != LADDER_OK) return status;
    if (observer.checkpoint && observer.interval > 0 && (n % observer.interval == 0 || n == steps))
      observer.checkpoint(observer.context, n, y);
  }
  return LADDER_OK;
}

class SaxpyCase : public Case {
 public:
  int values = 1;
  float factor = 1;

  SaxpyCase(int n, int few, float a) : values(n), factor(a) {
    steps = few;
    ladder = name = "saxpy";
    const std::string text = fmt::format("{} {} {}", n, few, a);
    hash = hex16(fnv1a(text.data(), text.size()));
  }
  std::unique_ptr<Case> with_steps(int few) const {
    auto other = std::make_unique<SaxpyCase>(values, std::min(steps, few), factor);
    other->name = name;
    return other;
  }

  const Problem &problem() const override { return saxpy_problem; }
  std::int64_t cells() const override { return values; }
  std::string size_text() const override { return fmt::format("{} values", values); }
  std::vector<std::string> words() const override {
    return {fmt::format("case {}: {} values, {} steps", name, values, steps)};
  }
  Json json() const override {
    return {{"name", name}, {"hash", hash}, {"values", values}, {"steps", steps}};
  }
  std::vector<Array> arrays() const override {
    const auto n = static_cast<std::size_t>(values);
    return {{.name = "y", .values = n, .started = true, .judged = true},
            {.name = "x", .values = n, .started = true}};
  }
  std::unique_ptr<Case> warm_up(int few) const override { return with_steps(few); }
  std::unique_ptr<Case> shortened(int few) const override { return with_steps(few); }
  std::unique_ptr<Case> few_steps(int few) const override { return with_steps(few); }
  std::vector<std::unique_ptr<Case>> tiny() const override {
    std::vector<std::unique_ptr<Case>> all;
    for (const int n : {1, 2, 3, 17}) all.push_back(std::make_unique<SaxpyCase>(n, 3, factor));
    return all;
  }
  std::shared_ptr<const void> stage_view() const override {
    return std::make_shared<ladder_saxpy>(ladder_saxpy{values, steps, factor});
  }
  ladder_status drive(const void *, const ladder_stage &stage, ladder_state *state,
                      const ladder_observer &observer,
                      std::vector<float *> &arrays) const override {
    const auto &entries = *static_cast<const ladder_saxpy_entries *>(stage.entries);
    return run_steps(steps, observer, arrays[0], [&] {
      if (observer.stage_call) observer.stage_call(observer.context, 1);
      const ladder_status status = entries.add(state, arrays[1], arrays[0]);
      if (observer.stage_call) observer.stage_call(observer.context, 0);
      return status;
    });
  }
  ladder_status oracle(const ladder_observer &observer,
                       std::vector<double *> &arrays) const override {
    return run_steps(steps, observer, arrays[0], [&] {
      for (int i = 0; i < values; ++i) arrays[0][i] += double(factor) * arrays[1][i];
      return LADDER_OK;
    });
  }
  // Two roundings a step, each of a value that is no larger than the largest so far.
  std::function<double(const Peaks &)> rounding() const override {
    return [](const Peaks &peaks) { return 2 * std::ldexp(peaks.sum, -24); };
  }
  std::string place(std::size_t, std::int64_t value) const override {
    return fmt::format("value {}", value);
  }
  Work work(const ladder_stage &, int) const override {
    return {.points = double(values), .steps = double(steps), .multiply_adds_per_point = 1};
  }
};

std::unique_ptr<Case> load(const LocatedCase &found, const CaseOverrides &over) {
  refuse_other_overrides(over, "saxpy", CaseOption::nt);
  const toml::table &file = found.contents().table;
  const int steps = over.samples ? *over.samples - 1 : file["steps"].value_or(1);
  return std::make_unique<SaxpyCase>(file["values"].value_or(1), steps,
                                     file["factor"].value_or(1.0f));
}

std::unique_ptr<Case> random_case(const std::array<int, 3> &n, int steps, const CaseOverrides &) {
  return std::make_unique<SaxpyCase>(n[0] * n[1] * n[2], steps, 0.5f);
}

std::string defect(const ladder_stage &stage) {
  return static_cast<const ladder_saxpy_entries *>(stage.entries)->add ? "" : "add must be given";
}

}  // namespace

const Problem saxpy_problem = {"saxpy", load, random_case, defect};

}  // namespace ladder
