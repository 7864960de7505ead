// What each step of the ladder did, told from records alone.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/records/predictions.h"
#include "harness/statistics/ratio.h"

namespace ladder {

struct Step {
  std::string stage, launch;
  std::string
      parent;  // what it is compared with: its parent, or the original where that was not measured
  std::string expectation;  // of the stage's head
  Ratio change;             // its wall time over the parent's, from the pairs of their rounds
  double speedup = 0;  // of the original's median over its own; 0: the original was not measured
  double speedup_without_transfers = 0;  // 0: not known
  Change verdict = Change::inconclusive;
  std::string reason;  // likely, from the scopes and from the predicted terms
};

// An effect below this is called none.
inline constexpr double waterfall_effect = 0.01;

// The steps among records of one session and case, in the records' order. A stage that was measured with
// several launches has a step each; the parent's fastest launch is what they are compared with. Predictions of their cells
// tell which part of the machine a kernel waits for.
std::vector<Step> waterfall(const std::vector<Json> &records,
                            const PredictionsByCell &predictions = {});

// A paragraph a step: change, interval, cumulative speed-up, verdict, expectation, reason.
std::string waterfall_text(const std::vector<Step> &);
Json waterfall_json(const std::vector<Step> &);  // an object a step; `words` is its sentence

// A sentence about a record.
struct Told {
  std::string stage, launch, words;
};
std::string told_text(const std::vector<Told> &);  // a line each
Json told_json(const std::vector<Told> &);

// Each record whose result was wrong: it is no step, but it is not kept quiet about either.
std::vector<Told> wrong(const std::vector<Json> &records);

// "kernel 1.6x faster, but 97 % of the wall time is copies": from the scopes of two records.
std::string likely_reason(const Json &parent, const Json &child);
// From the predicted terms of a stage, and of it and its parent with the records of both: "by the model memory takes longest,
// before and now: 31 us, then 24 us a step".
std::string reason_by_model(const Json &prediction);
std::string reason_by_model(const Json &before, const Json &now, const Json &parent,
                            const Json &child);

}  // namespace ladder
