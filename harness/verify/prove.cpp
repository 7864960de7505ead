#include "harness/verify/prove.h"

namespace ladder {

Proof prove(const Task &task, const Truth &truth, Executor &executor) {
  const Probe tried = executor.probe();
  Proof proof;
  proof.words = tried.words;
  if (tried.refused) return proof;
  proof.outcome = Proof::failed;
  proof.words = "random fields, " + tried.words;
  proof.device_failed =
      tried.status == LADDER_DEVICE_FAILED || tried.status == LADDER_OUT_OF_MEMORY;
  if (!tried.passed) return proof;
  AlongTheRun along(*task.the_case, truth);
  Take take;
  take.start = truth.start;
  take.interval = truth.interval;
  take.checkpoint = [&](std::int32_t, const float *now) { along.look(now); };
  const Run run = executor.run(take);
  const Verdict verdict = along.verdict(*task.entry.stage, task.launch, run);
  return {verdict.passed ? Proof::passed : Proof::failed,
          verdict.error,
          verdict.limit,
          tried.worst,
          verdict.words,
          false};
}

}  // namespace ladder
