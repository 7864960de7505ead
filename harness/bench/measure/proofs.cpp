#include "harness/bench/measure/proofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/clock.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/prove.h"
#include "harness/bench/verify/sampled_proof.h"

namespace ladder {
namespace {

constexpr double most_bytes_kept = 1e9;  // of the results of a point's runs that were drawn

std::vector<double> of_samples(const Point &point, double (*value)(const Sample &)) {
  std::vector<double> values;
  for (const Sample &sample : point.samples) values.push_back(value(sample));
  return values;
}

std::string threads_finding(const Point &point) {
  const ladder_stage &stage = *point.entry.stage;
  if (stage.device != LADDER_ON_HOST) return "";
  for (int k = 0; k < stage.knobs; ++k) {
    const int threads = point.used.knob[k][0];
    if (std::strcmp(stage.knob[k].name, "threads") != 0 || threads < 1) continue;
    const double busy = median(of_samples(point, [](const Sample &s) {
      return double(s.cpu_ns) / std::max(1.0, double(s.clock_ns));
    }));
    if (busy > 1.1 * threads + 0.25)
      return fmt::format("it reports threads={} but kept {:.1f} processors busy", threads, busy);
  }
  return "";
}

std::string processes_finding(const Point &point) {
  const double most =
      std::ranges::max(of_samples(point, [](const Sample &s) { return double(s.processes); }));
  return most == 0 ? "" : words_of_processes(static_cast<int>(most));
}

}  // namespace

Proofs::Proofs(const Case &c, bool by_samples, double hang_limit_s,
               std::shared_ptr<const Truth> &original)
    // The first run is proven by itself, so that a stage that is wrong is soon found; but not where
    // proofs are dear.
    : c_(c), by_samples_(by_samples), hang_limit_s_(hang_limit_s), original_(original),
      most_(by_samples ? most_runs(c) : 1),
      most_drawn_(std::clamp(static_cast<std::size_t>(most_bytes_kept / bytes_of_batch(c.arrays())),
                             least_drawn, most_drawn)) {}

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

void Proofs::prove(Point &point, const Start &start, const Run &run) {
  const double begin = steady_s();
  Truth truth;
  truth.own = c_.own_truth(start);
  point.add_proof(judge_run(point.timed(c_), truth, run), 1);
  took_since(begin);
}

void Proofs::taken(std::size_t number, const Drawn &drawn, Run run, Point &point) {
  if (!point.verdict.words.empty()) return;  // it is wrong, whatever a proof says
  if (c_.judges_itself()) {
    if (point.proven == 0) return prove(point, drawn.start, run);
    Drawing &drawing = drawings_[number];
    const auto place = secret_number() % std::uint64_t(++drawing.runs);
    if (drawing.kept.size() < most_drawn_)
      drawing.kept.push_back({drawn.start, std::move(run)});
    else if (place < most_drawn_)
      drawing.kept[place] = {drawn.start, std::move(run)};
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
  const auto found = batches_.find(number);
  if (found == batches_.end() || found->second.runs() == 0) return;
  Batch &batch = found->second;
  if (point.error.status == LADDER_OK && point.verdict.words.empty()) {
    const double begin = steady_s();
    const Verdict verdict = verdict_of(batch, point, executor);
    took_since(begin);
    if (point.error.status == LADDER_OK) point.add_proof(verdict, batch.runs());
  }
  batch.clear();
}

void Proofs::prove_drawn(std::size_t number, Point &point, double seconds) {
  const double begin = steady_s();
  std::vector<Kept> kept = std::move(drawings_[number].kept);
  drawings_.erase(number);
  for (std::size_t i = 0; i < kept.size() && point.verdict.words.empty(); ++i) {
    std::swap(kept[i], kept[i + secret_number() % (kept.size() - i)]);
    if (i >= least_drawn && steady_s() - begin + seconds_of_one() > seconds) break;
    prove(point, kept[i].start, kept[i].run);
  }
}

void Proofs::took_since(double begin) {
  seconds_ += steady_s() - begin;
  ++proofs_;
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
  if (point.shorter && !by_samples_) {
    auto &[known, last] = shorter_[timed.steps];
    if (!last || last->start != start)
      last = std::make_shared<const Truth>(known ? make_truth_like(*known, timed, start)
                                                 : make_truth(timed, 1, start));
    if (!known) known = std::make_shared<const Truth>(errors_alone(*last));
    return judged(*last);
  }
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

std::string finding(const Point &point) {
  const std::string words = threads_finding(point);
  return words.empty() ? processes_finding(point) : words;
}

}  // namespace ladder
