#include "harness/bench/measure/measure.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/measure/timing.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/batch.h"
#include "harness/bench/verify/prove.h"
#include "harness/bench/verify/sampled_proof.h"

namespace ladder {
namespace {

// Why a stage is not timed: what it lacks, refuses, or gets wrong.
void prove(const Task &task, Executor &executor, Measured &measured) {
  const Probe probed = executor.probe();
  if (probed.passed) {
    const Verdict verdict = judge_own_starts(task, executor);
    if (!verdict.passed)
      measured.point.error = {verdict.status ? verdict.status : LADDER_FAILED, verdict.words};
    measured.point.verdict.words = verdict.words;
    return;
  }
  if (probed.refused)
    measured.skipped = probed.words;
  else
    measured.point.error = {probed.status ? probed.status : LADDER_FAILED, probed.words};
}

constexpr int few = 1, most_of_estimate = 3;

struct Estimate {
  double step, rest;
  double of(int steps) const { return rest + step * steps; }
  int steps_in(double limit_s) const {
    return std::max(most_of_estimate, static_cast<int>((limit_s - rest) / step));
  }
};

Estimate estimated(const Case &c, Executor &executor) {
  const auto seconds = [&](int steps) {
    return 1e-9 * double(executor.run({.steps = steps, .start = secret_start(c)}).wall_ns);
  };
  const double of_few = seconds(few), of_more = seconds(most_of_estimate);
  const double step = std::max(0.0, (of_more - of_few) / (most_of_estimate - few));
  return {step, of_few - few * step};
}

// Of the budget of a table: a run that takes longer is shortened. A point has a run that is timed
// and one that is traced at least, so those of all take most of the budget.
constexpr double most_of_a_run = 0.05, share_of_runs = 0.4;

// A case that the stage takes too long for becomes shorter. Where runs are proven by samples, three
// are to fit into the time limit; where they are proven whole, a run is to leave the budget to
// others.
void shorten(const Case &problem, const Choice &choice, const How &how, bool by_samples,
             std::size_t points, Point &point, std::unique_ptr<Executor> &executor) {
  const Repetition &asked = how.repetition;
  if (by_samples) {
    const double limit_s = asked.time_limit_s > 0 ? asked.time_limit_s : usual_time_limit_s;
    point.shorter = shorter_where_slow(problem, *executor, limit_s / 3);
  } else if (asked.budget_s > 0 && !asked.counted() && !(asked.precision > 0) &&
             !problem.judges_itself()) {
    point.shorter =
        halved_where_slow(problem, *executor,
                          asked.budget_s * std::min(most_of_a_run, share_of_runs / double(points)));
  }
  if (point.shorter) executor = executor_for(*point.shorter, choice, how, false);
}

// What the proofs of all points take at least: the oracle's run of the first round and that of the
// batches. Of a problem that judges itself what its proofs took so far, `own_starts_s`, and as much
// again: they were of the recorded start and, where they are slow, of two draws; of the runs that
// are timed the first is proven and the least that are drawn.
double least_seconds_of_proofs(const Case &c, bool by_samples, double own_starts_s) {
  constexpr int few = 7, runs = 2;
  if (c.judges_itself()) return own_starts_s * (1 + double(1 + Proofs::least_drawn) / 3);
  if (by_samples || c.steps <= few) return 0;
  const double begin = steady_s();
  make_truth(*c.few_steps(few), 1, Start{.seed = 1});
  return runs * (steady_s() - begin) * c.steps / few;
}

}  // namespace

bool Measured::faster_than_physics() const {
  if (!floor) return false;
  return std::any_of(point.samples.begin(), point.samples.end(), [this](const Sample &sample) {
    return !plausible(1e-9 * double(sample.wall_ns), *floor);
  });
}

std::string Measured::defect() const {
  if (!point.verdict.words.empty()) return point.verdict.words;
  if (!point.verdict.passed) return "it ended before its runs were proven";
  if (trace.traced && !trace.traced->launch_defect.empty()) return trace.traced->launch_defect;
  if (faster_than_physics())
    return fmt::format("below the floor of {:.3g} s: {}", floor->seconds, floor->words);
  return "";
}

bool Measured::right() const {
  return skipped.empty() && point.error.status == LADDER_OK && !point.samples.empty() &&
         point.verdict.passed && defect().empty();
}

bool Measured::device() const { return of_device(point.error.status); }

std::vector<std::string> worker_arguments(const Choice &choice, const How &how) {
  std::vector<std::string> words = {
      "worker", "--stage=" + (choice.entry.plugin ? choice.entry.path : choice.entry.name())};
  for (const auto &[name, values] : knobs_of(*choice.entry.stage, choice.launch))
    words.push_back("--" + describe({{name, values}}));
  words.insert(words.end(), how.case_arguments.begin(), how.case_arguments.end());
  return words;
}

std::unique_ptr<Executor> executor_for(const Case &problem, const Choice &choice, const How &how,
                                       bool isolated) {
  const Task task{&problem, choice.entry, choice.launch, how.hang_limit_s};
  return isolated ? run_in_child(task, this_program(), worker_arguments(choice, how))
                  : run_here(task);
}

bool proven_by_samples(const Case &c, const How &how, std::size_t stages, int checkpoints) {
  const bool possible = can_be_proven_by_samples(c);
  if (how.by_samples.value_or(false) && !possible)
    throw UsageError(
        fmt::format("--proof=samples: the case '{}' cannot be proven by samples", c.name));
  const bool samples =
      how.by_samples.value_or(possible && work_of_whole_proof(c) > most_work_of_whole_proof);
  if (samples)
    refuse_sampled_proof_beyond_memory(c, stages);
  else
    refuse_proof_beyond_memory(c, checkpoints, stages);
  return samples;
}

Measurement measure(const Case &problem, const Environment &environment,
                    const std::vector<Choice> &choices, const How &how,
                    std::shared_ptr<const Truth> &original, const MeasureWatch &watch) {
  const bool by_samples = proven_by_samples(problem, how, choices.size(), 1);
  const bool isolated = how.isolate || std::any_of(choices.begin(), choices.end(),
                                                   [](auto &one) { return one.entry.plugin; });
  Measurement result;
  Timing timing(problem, how, by_samples, original, watch, result);
  double own_starts_s = 0;
  for (const Choice &choice : choices) {
    Measured measured;
    measured.point.entry = choice.entry;
    measured.point.launch = choice.launch;
    measured.isolated = isolated;
    measured.cold = how.repetition.cold;
    measured.skipped = lacks_time(choice.entry, environment);
    std::unique_ptr<Executor> executor;
    if (measured.skipped.empty()) {
      watch.progress(fmt::format("{}: probe on random fields ...", choice.entry.name()));
      executor = executor_for(problem, choice, how, isolated);
      const double begin = steady_s();
      prove({&problem, choice.entry, choice.launch, how.hang_limit_s}, *executor, measured);
      own_starts_s += steady_s() - begin;
    }
    const bool proven = measured.skipped.empty() && measured.point.error.status == LADDER_OK;
    if (measured.skipped.empty() && watch.probed) watch.probed(measured);
    if (proven && !isolated)
      shorten(problem, choice, how, by_samples, choices.size(), measured.point, executor);
    result.points.push_back(std::move(measured));
    if (proven) timing.add(result.points.size() - 1, std::move(executor));
    if (interrupted()) {
      result.whole = false;
      for (Measured &one : result.points) one.point.stopped_by = "interrupted";
      return result;
    }
  }
  if (timing.empty()) return result;
  if (const double budget_s = how.repetition.budget_s; budget_s > 0 && watch.warn) {
    const double proofs_s = least_seconds_of_proofs(problem, by_samples, own_starts_s);
    if (proofs_s > budget_s)
      watch.warn(fmt::format(
          "the oracle alone takes about {} here now, so the table takes longer than its budget of "
          "{}",
          seconds_text(proofs_s), seconds_text(budget_s)));
  }
  timing.run();
  return result;
}

std::shared_ptr<const Case> shorter_where_slow(const Case &c, Executor &executor, double limit_s) {
  if (c.steps <= most_of_estimate) return nullptr;
  const Estimate estimate = estimated(c, executor);
  if (estimate.of(c.steps) <= limit_s) return nullptr;
  const int steps = estimate.steps_in(limit_s);
  if (steps >= c.steps) return nullptr;
  return c.shortened(steps);
}

std::shared_ptr<const Case> halved_where_slow(const Case &c, Executor &executor, double limit_s) {
  if (c.steps <= most_of_estimate) return nullptr;
  // What disturbs a single run makes no stage slow.
  for (int again = 0; again < 2; ++again)
    if (estimated(c, executor).of(c.steps) <= limit_s) return nullptr;
  const int fit = estimated(c, executor).steps_in(limit_s);
  int steps = c.steps;
  while (steps > fit && steps / 2 >= most_of_estimate) steps /= 2;
  if (steps == c.steps) return nullptr;
  return c.shortened(steps);
}

}  // namespace ladder
