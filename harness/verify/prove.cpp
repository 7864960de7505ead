#include "harness/verify/prove.h"

#include "harness/verify/probe.h"

namespace ladder {

Proof prove(const Case &problem, const Truth &truth, const ladder_stage &stage,
            const ladder_launch &launch) {
  const Probe tried = probe_all(problem, stage, launch);
  Proof proof;
  proof.words = tried.words;
  if (tried.refused) return proof;
  proof.outcome = Proof::failed;
  proof.words = "random fields, " + tried.words;
  proof.device_failed =
      tried.status == LADDER_DEVICE_FAILED || tried.status == LADDER_OUT_OF_MEMORY;
  if (!tried.passed) return proof;
  const Verdict verdict = judge_along_the_run(problem, truth, stage, launch);
  return {verdict.passed ? Proof::passed : Proof::failed,
          verdict.error,
          verdict.limit,
          tried.worst,
          verdict.words,
          false};
}

}  // namespace ladder
