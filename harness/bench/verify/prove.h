// Whether a stage is right, without timing it: the probe, then a run judged at checkpoints.
#pragma once
#include <string>

#include "harness/bench/run/executor.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/truth.h"

namespace ladder {

struct Proof {
  enum Outcome { passed, failed, undecided, skipped } outcome = skipped;
  double error = 0, limit = 0;  // as in Verdict
  double probe = 0;             // largest error of one application, over its bound
  std::string words = {};       // why it failed, or what it refuses
  Json details = nullptr;       // as in Verdict
  bool device_failed = false;
  ladder_status status = LADDER_OK;  // of a run that failed
  Cause cause = Cause::none;
  ProofWindows windows = {};  // where a proof by samples looked
};

// Where the problem judges by itself: a run from the case's own start and, as many as its verdict
// says, from draws that are the same each time, so that no verdict is luck. Else it passes.
Verdict judge_own_starts(const Task &, Executor &);

// On tiny cases: what their random fields find.
Proof prove_tiny(Executor &);
// A plug-in runs from a start of its own, with a truth of its own like this one.
Proof prove(const Task &, const Truth &, Executor &);
// Without a truth: by samples of the stage's own run.
Proof prove_by_samples(const Task &, Executor &);

// Of Run::processes, or the most of several runs.
std::string words_of_processes(int left);

// Judges one run at its checkpoints and at its end.

// Judges the checkpoints of one run as they come.
class AlongTheRun {
 public:
  AlongTheRun(const Case &, const Truth &);
  void look(const float *now);  // at the next checkpoint
  // Of the checkpoints and of what the run left.
  Verdict verdict(const ladder_stage &, const ladder_launch &asked, const Run &) const;

 private:
  const Case &c_;
  const Truth &truth_;
  std::size_t next_ = 0;
  Verdict verdict_{true, 0, 0, -1, ""};
};

// Runs the stage in this process with the truth's checkpoints and judges each of them.
Verdict judge_along_the_run(const Case &, const Truth &, const ladder_stage &,
                            const ladder_launch &);

}  // namespace ladder
