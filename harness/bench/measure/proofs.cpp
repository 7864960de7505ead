#include "harness/bench/measure/proofs.h"

#include <algorithm>
#include <chrono>

#include "harness/bench/run/secret_start.h"
#include "harness/bench/verify/chance_of_proof.h"
#include "harness/bench/verify/witness.h"

namespace ladder {
namespace {

// Above it the oracle is dearer than a run in pieces of which some are proven [s].
constexpr double most_of_oracle_s = 0.5;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Proofs::Proofs(const Case &c, bool by_samples, double hang_limit_s,
               std::shared_ptr<const Truth> &original)
    : c_(c), by_samples_(by_samples), hang_limit_s_(hang_limit_s), original_(original) {}

void Proofs::begin_round(bool of_this_build) {
  const double began = now_s(), round_s = began - round_began_s_;
  start_ = secret_start(c_);
  of_round_.reset();
  if (!by_samples_ && !original_) {
    of_round_ = std::make_shared<const Truth>(make_truth(c_, 1, start_));
    oracle_s_ = std::max(1e-6, now_s() - began - of_round_->original_wall_s);
    original_ = std::make_shared<const Truth>(errors_alone(*of_round_));
  } else if (!by_samples_ && of_this_build &&
             drawn(chance_of_proof(rounds_, round_s, oracle_s_, false))) {
    of_round_ = std::make_shared<const Truth>(make_truth_like(*original_, c_, start_));
    oracle_s_ = std::max(1e-6, now_s() - began);
  }
  ++rounds_;
  round_began_s_ = now_s();
}

Start Proofs::start_of(const Point &point) const {
  return point.entry.plugin ? secret_start(point.timed(c_)) : start_;
}

void Proofs::taken(std::size_t number, const Start &start, Run &&run, Point &point,
                   double sample_s) {
  if (!point.verdict.words.empty()) return;  // it is wrong, whatever a proof says
  const bool of_round = !by_samples_ && start.seed == start_.seed;
  if (of_round && of_round_) point.add_proof(judge_run(c_, *of_round_, run));
  if (of_round || !drawn(chance_of_proof(static_cast<int>(point.samples.size()) - 1, sample_s,
                                         point.proof_s, point.entry.plugin)))
    return;
  const std::vector<Array> arrays = c_.arrays();
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (!arrays[k].judged) run.arrays[k].reset();
  kept_.push_back({number, start, std::move(run)});
}

bool Proofs::waits(std::size_t number) const {
  return std::ranges::any_of(kept_, [&](const Kept &one) { return one.number == number; });
}

void Proofs::settle(std::size_t number, Point &point, Executor &executor) {
  for (const Kept &one : kept_)
    if (one.number == number && point.error.status == LADDER_OK) prove(one, point, executor);
  std::erase_if(kept_, [&](const Kept &one) { return one.number == number; });
}

void Proofs::prove(const Kept &one, Point &point, Executor &executor) const {
  const double began = now_s();
  const Case &timed = point.timed(c_);
  const bool in_pieces = by_samples_ || (point.proven > 0 && oracle_s_ > most_of_oracle_s &&
                                         can_be_proven_by_samples(c_));
  if (in_pieces) {
    const Witness witness =
        prove_by_samples({&timed, point.entry, point.launch, hang_limit_s_}, executor, one.start);
    if (by_samples_) point.windows = witness.windows;
    if (witness.error.status != LADDER_OK) return point.fail(witness.error);
    point.add_proof(witness.truth
                        ? worse(witness.verdict, judge_run(timed, *witness.truth, one.run))
                        : witness.verdict);
  } else {
    point.add_proof(judge_run(timed, make_truth_like(*original_, timed, one.start), one.run));
  }
  point.proof_s = now_s() - began;
}

}  // namespace ladder
