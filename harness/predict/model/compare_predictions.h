// Stored predictions compared with what was measured after them.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/records/predictions.h"
#include "harness/base/json.h"
#include "harness/predict/model/errors.h"

namespace ladder {

struct ComparedCell {
  Predicted times;  // of the kernels of a step [s]
  std::string stage, regime;
  std::string of_launches, launch;  // stage and case; the knobs
  std::string fault;                // the longest term other than the launch
  double launch_share = 0;          // of the predicted step
};

struct ComparedPredictions {
  std::vector<ComparedCell> cells;
  int not_timed = 0;      // predictions without a record
  int not_predicted = 0;  // records of CUDA stages without a prediction
};

// Cells are the same where machine, stage, case and the launch that was asked for are. Records
// without a trace are not timed. Throws Error(not_comparable) where a prediction is not older than
// the session that measured its cell.
ComparedPredictions compare_predictions(const std::vector<Json> &predictions,
                                        const std::vector<Json> &records);

// When a session began, from its name "20261122T105542-123": "2026-11-22T10:55:42Z".
std::string begin_of_session(const std::string &session);

}  // namespace ladder
