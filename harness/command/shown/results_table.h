// The table of the whole ladder, and one stage in depth.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/stage_answer.h"
#include "harness/base/table.h"
#include "harness/bench/measure/measure.h"
#include "harness/bench/trace/scopes.h"

namespace ladder {

// What the table says of one point.
struct ResultRow {
  std::string stage, launch, change, verdict;
  std::string shown;    // the stage, with what distinguishes its launches; empty: name
  std::string skipped;  // why it cannot run here; then nothing else is known
  bool right = false;   // only then there is a time
  double wall_s = 0;    // median
  std::string spread;   // half of the median's interval over it: "0.8 %"
  std::optional<std::array<double, scope_names.size()>> shares;  // of the traced wall time, 0 to 1
  std::string most;  // "host 50 %, copies 46 %"; not known where the traced run was disturbed
  double traced_ratio = 0;                    // of the traced run to the median; see disturbance.h
  double speedup = 0, without_transfers = 0;  // relative to the original; 0: not known
  std::string host;      // the fastest stage of the host, where it is not the original
  double over_host = 0;  // relative to it
  double wavefield = 0;  // seconds of wavefield in a second; 0: no waves
  double error = 0;
  std::optional<StepVerdict> step;  // against its parent, where that was measured
  std::string drift;  // its change in words, where the medians and the pairs contradict each other
};

// A row a record: what the answers of these records say.
std::vector<ResultRow> result_rows(const std::vector<Json> &, const std::vector<StageAnswer> &);
// Of a point that has no record: it cannot run here, or it failed before its first sample.
ResultRow row_without_record(const Measured &);

// The columns that decide first; below, what went wrong in full and a line for each reason why
// stages cannot run here.
std::string results_table(const std::vector<ResultRow> &, const Screen &);

}  // namespace ladder
