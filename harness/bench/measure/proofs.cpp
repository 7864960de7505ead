#include "harness/bench/measure/proofs.h"

#include <fmt/format.h>

#include "harness/bench/run/secret_start.h"
#include "harness/bench/verify/judge.h"
#include "harness/bench/verify/witness.h"

namespace ladder {

Proofs::Proofs(const Case &c, bool by_samples, double hang_limit_s,
               std::shared_ptr<const Truth> &original)
    // The first run is proven by itself, so that a stage that is wrong is soon found; but not where
    // proofs are dear.
    : c_(c), by_samples_(by_samples), hang_limit_s_(hang_limit_s), original_(original),
      most_(by_samples ? most_runs(c) : 1) {}

void Proofs::begin_round() {
  if (full()) {
    rounds_ = 0;
    most_ = most_runs(c_);
  }
  ++rounds_;
  of_round_ = {{secret_start(c_), secret_weight()}};
  last_.reset();
  if (by_samples_ || original_ || c_.judges_itself()) return;
  last_ = std::make_shared<const Truth>(make_truth(c_, 1, of_round_.front().start));
  original_ = std::make_shared<const Truth>(errors_alone(*last_));
}

Drawn Proofs::next(const Point &point, std::size_t extra) {
  if (point.entry.plugin) return {secret_start(c_), 0};
  while (of_round_.size() <= extra) of_round_.push_back({secret_start(c_), secret_weight()});
  return of_round_[extra];
}

void Proofs::taken(std::size_t number, const Drawn &drawn, const Run &run, const Point &point) {
  if (!point.verdict.words.empty()) return;  // it is wrong, whatever a proof says
  if (c_.judges_itself()) {
    Truth truth;
    truth.own = c_.own_truth(drawn.start);
    judged_[number].push_back(judge_run(point.timed(c_), truth, run));
    return;
  }
  Batch &batch = batches_.try_emplace(number, point.timed(c_)).first->second;
  // No plug-in can know the weight of its run, since it is drawn now.
  batch.add({drawn.start, point.entry.plugin ? secret_weight() : drawn.weight}, run);
}

bool Proofs::batch_is_full(std::size_t number) const {
  const auto found = batches_.find(number);
  return found != batches_.end() && found->second.runs() >= most_runs(c_);
}

void Proofs::settle(std::size_t number, Point &point, Executor &executor) {
  for (const Verdict &verdict : judged_[number])
    if (point.error.status == LADDER_OK && point.verdict.words.empty()) point.add_proof(verdict, 1);
  judged_[number].clear();
  const auto found = batches_.find(number);
  if (found == batches_.end() || found->second.runs() == 0) return;
  Batch &batch = found->second;
  if (point.error.status == LADDER_OK && point.verdict.words.empty()) {
    const Verdict verdict = verdict_of(batch, point, executor);
    if (point.error.status == LADDER_OK) point.add_proof(verdict, batch.runs());
  }
  batch.clear();
}

Verdict Proofs::verdict_of(Batch &batch, Point &point, Executor &executor) {
  const Case &timed = point.timed(c_);
  const Start start = batch.start();
  const auto judged = [&](const Truth &truth) {
    Verdict verdict = judge_results(timed, truth, batch.results());
    if (!verdict.passed && batch.runs() > 1)
      verdict.words = fmt::format("at least one of {} runs is wrong: in their mean, {}",
                                  batch.runs(), verdict.words);
    return verdict;
  };
  if (!by_samples_) {
    if (!last_ || last_->start != start)
      last_ = std::make_shared<const Truth>(make_truth_like(*original_, timed, start));
    return judged(*last_);
  }
  const Witness witness =
      prove_by_samples({&timed, point.entry, point.launch, hang_limit_s_}, executor, start);
  point.windows = witness.windows;
  if (witness.error.status != LADDER_OK) point.fail(witness.error);
  if (!witness.truth) return witness.verdict;
  return worse(witness.verdict, judged(*witness.truth));
}

}  // namespace ladder
