#include "harness/bench/verify/along_the_run.h"

namespace ladder {

AlongTheRun::AlongTheRun(const Case &c, const Truth &truth) : c_(c), truth_(truth) {}

void AlongTheRun::look(const float *now) {
  if (truth_.own) return;                                    // it judges the end
  if (!verdict_.passed && verdict_.first_step >= 0) return;  // the first is what counts
  if (next_ < truth_.checkpoints.size())
    verdict_ = worse(verdict_, judge_field(c_, truth_.checkpoints[next_++], now));
}

Verdict AlongTheRun::verdict(const ladder_stage &stage, const ladder_launch &asked,
                             const Run &run) const {
  Verdict failed;
  if (!run.ok()) {
    failed.words = describe(stage, run.error);
    failed.status = run.error.status;
    failed.cause = run.error.cause;
    return failed;
  }
  if (std::string why = launch_defect(stage, asked, run.used); !why.empty()) {
    failed.words = why;
    return failed;
  }
  if (truth_.own) return judge_run(c_, truth_, run);
  // The end repeats an error of an earlier checkpoint, and the first step is what counts.
  if (!verdict_.passed && run.foreign_write.empty()) return verdict_;
  return worse(verdict_, judge_run(c_, truth_, run));
}

Verdict judge_along_the_run(const Case &c, const Truth &truth, const ladder_stage &stage,
                            const ladder_launch &launch) {
  AlongTheRun along(c, truth);
  RunOptions options;
  options.interval = truth.interval;
  options.checkpoint = [&](std::int32_t, const std::vector<const float *> &arrays) {
    along.look(arrays[0]);
  };
  options.start = truth.start;
  return along.verdict(stage, launch, run_once(c, stage, launch, options));
}

}  // namespace ladder
