#include "harness/bench/measure/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {
namespace {

bool on_cuda(const Point &point) { return point.entry.stage->device == LADDER_ON_CUDA; }

}  // namespace

void Timing::add(std::size_t place, std::unique_ptr<Executor> executor) {
  places_.push_back(place);
  executors_.push_back(std::move(executor));
  points_.push_back(result_.points[place].point);
  uses_cuda_ = uses_cuda_ || on_cuda(points_.back());
}

void Timing::run() {
  // Before the first sample: in between it would part the samples of a round.
  watch_.progress("measuring the speeds of this machine ...");
  speeds_of_session(uses_cuda_);
  const RepeatWatch watch = {
      [&](std::size_t i) {
        watch_.progress(fmt::format("{}: timed run {} ...", points_[i].entry.name(),
                                    points_[i].samples.size() + 1));
      },
      [&](std::size_t i) { say_proof(points_[i]); },
      [&](std::size_t i) { watch_.sampled(measured(i)); },
      [&](std::size_t i) {
        if (!tracer_stays(i)) return finish(i);
        settle(i, points_[i]);
        waiting_.push_back(i);
        if (last_sample_on_cuda_taken()) finish_waiting();
      }};
  watch_.progress("the oracle and the original run ...");
  finished_.assign(points_.size(), false);
  if (!repeat(
          problem_, points_, executors_, proofs_, how_.repetition, [&] { return left_s(); }, watch))
    result_.whole = false;
  finish_waiting();
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].stopped_by == "interrupted" || points_[i].stopped_by == "filter") finish(i);
}

// CUPTI stays in the process that it traced, so there no CUDA stage may be timed after a trace.
bool Timing::tracer_stays(std::size_t i) const {
  return on_cuda(points_[i]) && !result_.points[places_[i]].isolated;
}

bool Timing::last_sample_on_cuda_taken() const {
  return std::none_of(points_.begin(), points_.end(), [](const Point &point) {
    return on_cuda(point) && point.stopped_by.empty();
  });
}

// First asked after the first round. What each point needs at least, a sample, its proof and its
// trace, may use the budget up; a quarter of it is for questions all the same.
double Timing::left_s() {
  const double spent_s = steady_s() - begin_s_;
  const double proof_s =
      proofs_.seconds_of_one() * (problem_.judges_itself() ? double(Proofs::least_drawn) : 1);
  double reserved_s = 0;  // for what follows the samples: traces and proofs
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (!finished_[i] && !points_[i].samples.empty())
      reserved_s +=
          proof_s + (slow_for_a_trace(points_[i]) ? 0 : 1.2 * points_[i].samples.back().took_s);
  const double budget_s = how_.repetition.budget_s;
  if (!granted_s_)
    granted_s_ = how_.repetition.counted()
                     ? budget_s
                     : std::max(budget_s, spent_s + reserved_s + 0.25 * budget_s);
  return *granted_s_ - spent_s - reserved_s;
}

Measured &Timing::measured(std::size_t i) {
  Measured &one = result_.points[places_[i]];
  one.point = points_[i];
  if (!one.point.samples.empty() && one.point.verdict.words.empty()) {
    const ladder_stage &stage = *one.point.entry.stage;
    const Speeds &speeds = speeds_of_session(stage.device == LADDER_ON_CUDA);
    one.floor = least_time(problem_.work(stage, shots_of(one.point.entry, one.point.used)),
                           speeds.host, speeds.device);
  }
  return one;
}

bool Timing::slow_for_a_trace(const Point &point) const {
  return how_.repetition.budget_s > 0 &&
         point.samples.back().took_s > 0.25 * how_.repetition.budget_s;
}

// What the samples themselves do not show.
void Timing::look_closer(Measured &one) const {
  if (one.faster_than_physics()) return;
  const std::string why = finding(one.point);
  if (why.empty()) return;
  one.point.verdict.passed = false;
  one.point.verdict.words = why;
  one.point.verdict.cause = Cause::hides_work;
}

void Timing::trace(std::size_t i, Measured &one) {
  watch_.progress(fmt::format("{}: traced run ...", one.point.entry.name()));
  std::size_t runs = 1;  // of this round; the sample was the first
  const auto take = [&](TraceResult &trace) {
    if (proofs_.batch_is_full(i)) settle(i, one.point);
    const Drawn drawn = proofs_.next(one.point, runs++);
    Run run = executors_[i]->run({.cold = how_.repetition.cold, .start = drawn.start}, &trace);
    const bool ran = judge(problem_, run, one.point);
    if (ran)
      proofs_.taken(i, drawn, std::move(run), one.point);
    else
      one.point.error.words = "the traced run failed: " + one.point.error.words;
    if (trace.traced)
      trace.traced->scopes = times(trace.traced->scopes, one.point.times_longer(problem_));
    return ran && one.point.verdict.words.empty();
  };
  // Taken again where it was disturbed, in this point's share of what is left.
  const double share_s = how_.repetition.budget_s > 0
                             ? left_s() / double(std::ranges::count(finished_, false))
                             : usual_time_limit_s;
  one.trace = least_disturbed(median(one.point.wall_s()), share_s, take);
}

void Timing::say_proof(const Point &point) const {
  watch_.progress(fmt::format("{}: proof of its runs ...", point.entry.name()));
}

void Timing::settle(std::size_t i, Point &point) {
  say_proof(point);
  proofs_.settle(i, point, *executors_[i]);
}

void Timing::finish(std::size_t i) {
  Measured &one = measured(i);
  const auto right = [&] {
    return one.point.error.status == LADDER_OK && one.point.verdict.words.empty();
  };
  if (!one.point.samples.empty() && right()) {
    one.trace.why_not = "interrupted before it was traced";
    bool stopped = !result_.whole || interrupted();
    try {
      if (!stopped) look_closer(one);
      if (!stopped && right() && slow_for_a_trace(one.point))
        one.trace.why_not = "a run takes more than a quarter of the budget";
      else if (!stopped && right())
        trace(i, one);
      if (!stopped && right()) settle(i, one.point);
      if (!stopped && right())
        proofs_.prove_drawn(i, one.point,
                            how_.repetition.budget_s > 0
                                ? left_s() / double(std::ranges::count(finished_, false))
                                : std::numeric_limits<double>::max());
    } catch (const Error &error) {
      if (error.exit != Exit::interrupted) throw;
      one.trace.why_not = "interrupted while it was traced";
      stopped = true;
    }
    if (!right()) one.floor.reset();
    if (stopped) one.point.stopped_by = "interrupted";  // without its trace it is not done
    if (stopped) result_.whole = false;
  }
  finished_[i] = true;
  watch_.done(one);
}

void Timing::finish_waiting() {
  for (std::size_t i : waiting_) finish(i);
  waiting_.clear();
}

TraceResult least_disturbed(double median_s, double time_limit_s, const TakeTraced &take) {
  const double begin = steady_s();
  TraceResult best;
  for (int run = 1; run <= most_traced_runs; ++run) {
    TraceResult now;
    const bool right = take(now);
    if (now.traced) {
      now.traced->ratio = ratio_of_traced(now.traced->scopes.wall_ns, 1e9 * median_s);
      now.traced->runs = run;
    }
    if (!right || !now.traced || !now.traced->launch_defect.empty()) return now;
    if (!best.traced || disturbance(now.traced->ratio) < disturbance(best.traced->ratio))
      best = now;
    best.traced->runs = run;
    if (!disturbed(best.traced->ratio) || steady_s() - begin >= time_limit_s) break;
  }
  return best;
}

}  // namespace ladder
