// Judges one run at its checkpoints and at its end.
#pragma once
#include "harness/bench/verify/judge.h"

namespace ladder {

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
