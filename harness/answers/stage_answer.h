// What a ladder's records say of each stage: whether it is right, how long it takes, and what its
// step did.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/compared.h"
#include "harness/answers/records/experiments.h"
#include "harness/base/json.h"

namespace ladder {

struct Part {
  std::string scope;  // "copies": both directions and their staging; else the name of a scope
  std::string words;  // "the driver's own loops"
  double seconds = 0, share = 0;  // of the traced run and of its wall time
};

// Largest first. Empty where the run was not traced.
std::vector<Part> parts_of(const Json &record);
double seconds_of(const std::vector<Part> &, const std::string &scope);

struct Step {
  std::size_t parent = 0;   // its place among the records
  std::string parent_name;  // the original's where the parent was not measured
  Compared compared;
  std::string reason;  // likely, from the scopes and from the predicted terms
};

// Of one record. Times are those of one shot [s]; 0 where nothing is known.
struct StageAnswer {
  std::string stage, launch;  // "threads=128 block=16x16": the knobs that were asked for
  std::string change, expectation, device, verdict_words;
  std::string failure;  // why it is not right, and so has no time; empty: it is right
  bool is_original = false, owns_time_loop = false;
  double shots = 1;
  std::size_t samples = 0;
  double wall_s = 0;                                  // median
  std::optional<Interval> interval;                   // of the median; none below eight samples
  double least_s = 0, most_s = 0;                     // of the samples
  double without_transfers_s = 0;                     // 0 where it was not traced
  double speedup = 0, speedup_without_transfers = 0;  // relative to the original
  std::string host;      // the name of best_of_host, "" where there is none
  double over_host = 0;  // how many times as fast as that it is
  double floor_s = 0;
  std::vector<Part> parts;   // largest first; empty where it was not traced
  double traced_ratio = 0;   // see trace/disturbance.h; 0: not known
  std::string disturbance;   // why nothing follows from its parts; empty: it was not disturbed
  std::optional<Step> step;  // of a right stage, where its parent or the original is right, too
  std::string words;         // what it did, in a sentence

  bool right() const { return failure.empty(); }
  bool disturbed() const { return !disturbance.empty(); }
};

// Each record's, in their order. The records were measured together: one session, case and cache. A
// stage that was measured with several launches has a step each; the parent's fastest launch is
// what they are compared with. Predictions of their cells say which part of the machine a kernel
// waits for.
std::vector<StageAnswer> stage_answers(const std::vector<Json> &records,
                                       const PredictionsByCell &predictions = {});

// The fair partner of a GPU's stage: the fastest right stage of the host, by the shot. Nothing
// where no stage of the host is faster than the original, which is then the partner.
std::optional<std::size_t> best_of_host(const std::vector<StageAnswer> &);

// A paragraph a step: change, interval, cumulative speed-up, verdict, expectation, reason; a line
// for what is wrong.
std::string steps_text(const std::vector<StageAnswer> &);

// "kernel 1.6x faster, but 97 % of the wall time is copies": from the scopes of two records.
std::string likely_reason(const Json &parent, const Json &child);
// From the predicted terms of a stage, and of it and its parent with the records of both: "by the
// model memory takes longest, before and now: 31 us, then 24 us a step".
std::string reason_by_model(const Json &prediction);
std::string reason_by_model(const Json &before, const Json &now, const Json &parent,
                            const Json &child);

}  // namespace ladder
