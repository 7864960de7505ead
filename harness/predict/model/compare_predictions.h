// Stored predictions compared with what was measured after them.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/records/experiments.h"
#include "harness/base/json.h"

namespace ladder {

struct Predicted {
  std::string what;  // names the cell
  double predicted = 0, measured = 0;

  double error() const { return predicted / measured - 1; }  // signed, a fraction
};

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

struct PredictionErrors {
  double mean = 0, median = 0, most = 0;  // of the absolute errors, fractions
  double bias = 0;                        // the mean of the signed errors
  double within_10_percent = 0;           // a share of the cells
};
// Of no cell, all are 0.
PredictionErrors errors_of(const std::vector<Predicted> &);

// The `count` cells with the largest absolute errors, the worst first.
std::vector<Predicted> worst_of(std::vector<Predicted>, std::size_t count);

struct Pick {
  std::string what;    // stage and case
  std::string picked;  // the launch that is predicted to be the fastest
  std::string best;    // the launch that was
  int launches = 0;    // that were measured
  double loss = 0;     // how much longer the picked one takes than the best: 0.05 is 5 %
};

// Of every stage and case with at least `least_launches` measured launches, in the order of the
// cells.
std::vector<Pick> picks_of(const std::vector<ComparedCell> &, int least_launches = 3);

}  // namespace ladder
