// Steps of a ladder made by hand, for the tests of what is said about them.
#pragma once
#include "harness/answers/stage_answer.h"
#include "harness/tests/example_records.h"

namespace ladder {

using Times = std::vector<std::int64_t>;
inline const Times one_ms = {1000000, 1001000, 999000, 1000500, 999500, 1000200, 999800, 1000100};

inline Times times(double factor) {
  Times scaled;
  for (auto ns : one_ms) scaled.push_back(static_cast<std::int64_t>(factor * double(ns)));
  return scaled;
}

// Of the last record.
inline Step step_of(const std::vector<Json> &records, const std::vector<Json> &predictions = {}) {
  const auto stages = stage_answers(records, PredictionsByCell(predictions));
  EXPECT_TRUE(stages.back().step);
  return stages.back().step.value_or(Step{});
}

inline Json with_scopes(Json record, double kernel, double copies, double host) {
  record["traced"]["wall_ns"] = kernel + copies + host;
  record["traced"]["scopes_ns"] = {{"kernel", kernel}, {"h2d", copies}, {"d2h", 0}, {"staging", 0},
                                   {"launch", 0},      {"host", host},  {"idle", 0}};
  return record;
}

inline Json disturbed(const Json &record, double ratio) {
  return with(record, "/traced/ratio", ratio);
}

}  // namespace ladder
