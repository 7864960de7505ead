#include "harness/bench/verify/prove.h"

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <optional>

#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/sampled_proof.h"

namespace ladder {
namespace {

constexpr double most_of_own_starts_s = 2;  // of a slow stage, as an emulated one

// Result of random fields; passed where a run is to be judged next.
Proof probe(Executor &executor) {
  const Probe tried = executor.probe();
  Proof proof;
  proof.words = tried.words;
  proof.probe = tried.worst;
  if (tried.refused) return proof;
  proof.outcome = tried.passed ? Proof::passed : Proof::failed;
  if (!tried.passed && tried.cause != Cause::broke_protocol)
    proof.words = "random fields, " + tried.words;
  proof.device_failed = of_device(tried.status);
  proof.status = tried.refused ? LADDER_REFUSED : tried.status;
  proof.cause = tried.cause;
  return proof;
}

Proof with_verdict(Proof proof, const Verdict &verdict) {
  proof.outcome = verdict.passed      ? Proof::passed
                  : verdict.undecided ? Proof::undecided
                                      : Proof::failed;
  proof.device_failed = of_device(verdict.status);
  proof.error = verdict.error;
  proof.limit = verdict.limit;
  proof.words = verdict.words;
  proof.details = verdict.details;
  proof.status = verdict.status;
  proof.cause = verdict.cause;
  return proof;
}

using Judged = std::function<Verdict(const Run &)>;

Json first_wrong(const Verdict &verdict) {
  return verdict.details.is_object() ? verdict.details.value("first", Json()) : Json();
}

// Whether what is wrong is so by chance: another run from the same start leaves other bits in what
// is judged, and another first wrong element where one is known.
bool differs_again(const Task &task, const Start &start, Executor &executor, const Judged &judged) {
  Take take;
  take.start = start;
  const std::vector<Array> arrays = task.the_case->arrays();
  const Run one = executor.run(take), other = executor.run(take);
  if (!one.ok() || !other.ok()) return false;
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (arrays[k].judged && one.arrays[k] && other.arrays[k] &&
        std::memcmp(one.arrays[k]->data(), other.arrays[k]->data(),
                    arrays[k].values * sizeof(float)) != 0)
      return first_wrong(judged(one)).is_null() ||
             first_wrong(judged(one)) != first_wrong(judged(other));
  return false;
}

// Of a run that went to its end and is wrong.
Verdict with_cause(Verdict verdict, const Task &task, const Start &start, Executor &executor,
                   Cause otherwise, const Judged &judged) {
  if (verdict.passed || verdict.cause != Cause::none || verdict.status != LADDER_OK) return verdict;
  verdict.cause =
      differs_again(task, start, executor, judged) ? Cause::nondeterministic : otherwise;
  return verdict;
}

Verdict judged_by_itself(const Task &task, const Start &start, const Run &run) {
  Truth truth;
  truth.own = task.the_case->own_truth(start);
  return AlongTheRun(*task.the_case, truth).verdict(*task.entry.stage, task.launch, run);
}

// And no process is left of it.
Verdict and_alone(Verdict verdict, const Run &run) {
  if (!verdict.passed || run.processes == 0) return verdict;
  verdict.passed = false;
  verdict.words = words_of_processes(run.processes);
  verdict.cause = Cause::hides_work;
  return verdict;
}

}  // namespace

std::string words_of_processes(int left) {
  return fmt::format("{} processes that it started were still running after it had returned", left);
}

Verdict judge_own_starts(const Task &task, Executor &executor) {
  Verdict verdict;
  verdict.passed = true;
  if (!task.the_case->judges_itself()) return verdict;
  const float amplitude = task.the_case->start_amplitude();
  double spent_s = 0;
  for (int draw = 0, draws = 0; verdict.passed && draw <= draws; ++draw) {
    Take take;
    if (draw > 0) take.start = {.seed = static_cast<std::uint64_t>(draw), .amplitude = amplitude};
    const auto judged = [&](const Run &run) { return judged_by_itself(task, take.start, run); };
    const Run run = executor.run(take);
    verdict = with_cause(and_alone(judged(run), run), task, take.start, executor,
                         draw == 0 ? Cause::none : Cause::only_recorded, judged);
    spent_s += 1e-9 * double(run.wall_ns);
    const bool more = verdict.passed && amplitude > 0 && spent_s < most_of_own_starts_s;
    draws = more ? verdict.details.value("draws", 0) : 0;
  }
  return verdict;
}

Proof prove_tiny(Executor &executor) { return probe(executor); }

Proof prove(const Task &task, const Truth &shared, Executor &executor) {
  const Proof proof = probe(executor);
  if (proof.outcome != Proof::passed) return proof;
  if (const Verdict own = judge_own_starts(task, executor); !own.passed)
    return with_verdict(proof, own);
  std::optional<Truth> own;
  if (task.entry.plugin) {
    Start start = secret_start(*task.the_case);
    start.amplitude = shared.start.amplitude;
    own = make_truth_like(shared, *task.the_case, start);
  }
  const Truth &truth = own ? *own : shared;
  AlongTheRun along(*task.the_case, truth);
  Take take;
  take.start = truth.start;
  take.interval = truth.interval;
  take.checkpoint = [&](std::int32_t, const std::vector<const float *> &arrays) {
    along.look(arrays[0]);
  };
  const Run run = executor.run(take);
  const auto judged = [&](const Run &one) {
    return along.verdict(*task.entry.stage, task.launch, one);
  };
  const Cause otherwise = task.the_case->judges_itself() ? Cause::only_recorded : Cause::none;
  return with_verdict(proof, with_cause(and_alone(judged(run), run), task, truth.start, executor,
                                        otherwise, judged));
}

Proof prove_by_samples(const Task &task, Executor &executor) {
  const Proof proof = probe(executor);
  if (proof.outcome != Proof::passed) return proof;
  Witness witness = prove_by_samples(task, executor, secret_start(*task.the_case));
  Proof proven = with_verdict(proof, witness.verdict);
  proven.windows = std::move(witness.windows);
  return proven;
}

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
