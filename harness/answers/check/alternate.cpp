#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/answers/check/against.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/measure/proofs.h"
#include "harness/bench/run/fill_start.h"

namespace ladder {
namespace {

// Of runs in a process, or as long as its start takes.
constexpr double least_seconds_of_a_process = 0.06;
constexpr std::size_t most_turns = 301;
// Of the time of a check, for proofs of drawn runs.
constexpr double share_of_proofs = 0.2;

class Alternating {
 public:
  Alternating(const Case &problem, const How &how, const std::vector<Side> &sides, Metric metric,
              const Turns &turns)
      : problem_(problem), how_(how), sides_(sides), metric_(metric), turns_(turns),
        on_device_(sides[0].choice.entry.stage->device != LADDER_ON_HOST), children_(sides.size()),
        by_samples_(proven_by_samples(problem, how, sides.size(), 1)),
        proofs_(problem, by_samples_, how.hang_limit_s, original_), points_(sides.size()) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      points_[i].entry = sides[i].choice.entry;
      points_[i].launch = sides[i].choice.launch;
    }
    if (turns.canary) canary_.emplace(on_device_);
    result_.seconds.resize(sides.size());
    result_.log_of_first.resize(sides.size());
    result_.verdict.passed = true;
  }

  // Tries every side before anything is timed.
  void probe(const std::function<void(const std::string &)> &progress) {
    for (std::size_t i = 0; i < sides_.size() && good(); ++i) {
      if (first_like(i) != i) continue;
      progress(fmt::format("{}: is it right? ...", sides_[i].choice.entry.name()));
      const Probe probe = child(i).probe();
      if (probe.refused) result_.refused = probe.words;
      if (!probe.passed && !probe.refused)
        fail(i, {static_cast<ladder_status>(probe.status ? probe.status : LADDER_FAILED),
                 probe.words});
    }
  }

  bool round(std::size_t number) {
    if (canary_) result_.canary.push_back(canary_->read());
    std::vector<std::vector<double>> seconds(sides_.size());
    std::size_t turns = 1;
    const double begin = steady_s();
    starts_s_ = 0;
    for (std::size_t turn = 0; turn < turns && good(); ++turn) {
      proofs_.begin_round();
      for (std::size_t k = 0; k < sides_.size() && good(); ++k) {
        const std::size_t i = (number + turn) % 2 ? sides_.size() - 1 - k : k;
        seconds[i].push_back(time(i));
      }
      if (turn == 0 && good() && !on_device_)
        turns =
            std::clamp(static_cast<std::size_t>(
                           std::max(least_seconds_of_a_process * double(sides_.size()), starts_s_) /
                           std::max(1e-6, steady_s() - begin - starts_s_)),
                       std::size_t{1}, most_turns);
      if (proofs_.full()) settle_all();
    }
    if (!on_device_)
      for (auto &child : children_) child.reset();
    if (!good()) return false;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      std::vector<double> logs;
      for (std::size_t turn = 0; turn < turns; ++turn)
        logs.push_back(std::log(seconds[i][turn] / seconds[0][turn]));
      result_.seconds[i].push_back(median(seconds[i]));
      result_.log_of_first[i].push_back(median(logs));
    }
    return true;
  }

  bool decided() const { return turns_.decided(result_); }

  // What the proofs of the runs so far will take.
  double proofs_s() const {
    return problem_.judges_itself() ? double(Proofs::least_drawn) * proofs_.seconds_of_one()
                                    : double(sides_.size()) * proofs_.seconds_of_one();
  }

  // Proves the runs that were drawn of the new side, and as many as the time does for.
  void prove_drawn(double seconds) {
    const std::size_t newest = first_like(sides_.size() - 1);
    if (!good()) return;
    proofs_.prove_drawn(newest, points_[newest], seconds);
    look_at(newest);
  }

  // Proves the runs that are not proven yet.
  void settle_all() {
    for (std::size_t i = 0; i < sides_.size() && good(); ++i) settle(i);
  }

  // What the rounds themselves do not show: as for every timed run.
  void look_closer() {
    for (std::size_t i = 0; i < points_.size() && good(); ++i) {
      Point &point = points_[i];
      if (point.samples.empty()) continue;
      const std::string why = finding(point);
      if (why.empty()) continue;
      result_.verdict.passed = false;
      result_.verdict.words = why;
      result_.failed = i;
    }
  }

  bool good() const {
    return result_.error.status == LADDER_OK && result_.verdict.passed && result_.refused.empty();
  }
  Alternation take() { return std::move(result_); }

 private:
  void fail(std::size_t program, const StageError &error) {
    result_.error = error;
    result_.failed = program;
  }

  // Runs of the same state of a stage are proven together.
  std::size_t first_like(std::size_t side) const {
    std::size_t i = 0;
    while (!sides_[i].same(sides_[side])) ++i;
    return i;
  }

  void settle(std::size_t program) {
    if (first_like(program) != program) return;
    if (problem_.judges_itself()) return look_at(program);  // without starting a process
    proofs_.settle(program, points_[program], child(program));
    look_at(program);
  }

  void look_at(std::size_t program) {
    Point &point = points_[program];
    if (point.error.status != LADDER_OK) return fail(program, point.error);
    result_.windows = point.windows;
    if (point.proven > 0) result_.verdict = worse(result_.verdict, point.verdict);
    if (!result_.verdict.passed) result_.failed = program;
  }

  Executor &child(std::size_t program) {
    if (!children_[program]) {
      const double begin = steady_s();
      const Choice &choice = sides_[program].choice;
      const Task task{&problem_, choice.entry, choice.launch, how_.hang_limit_s};
      children_[program] =
          run_in_child(task, sides_[program].program, worker_arguments(choice, how_));
      const Run warm = children_[program]->run(
          {.steps = warm_up_steps, .start = secret_start(problem_)}, nullptr);
      if (!warm.ok()) fail(program, warm.error);
      starts_s_ += steady_s() - begin;
    }
    return *children_[program];
  }

  double time(std::size_t program) {
    Executor &executor = child(program);
    if (!good()) return 0;
    TraceResult trace;
    Point &point = points_[first_like(program)];
    const Drawn drawn = proofs_.next(point);
    Run run = executor.run({.start = drawn.start}, metric_ == Metric::kernel ? &trace : nullptr);
    if (!judge(problem_, run, point)) {
      fail(program, run.error);
      return 0;
    }
    point.used = run.used;
    Sample &sample = point.samples.emplace_back();
    sample.wall_ns = run.wall_ns;
    sample.clock_ns = run.clock_ns;
    sample.cpu_ns = run.cpu_ns;
    sample.processes = run.processes;
    const std::int64_t wall_ns = run.wall_ns;
    proofs_.taken(first_like(program), drawn, std::move(run), point);
    if (!point.verdict.words.empty()) {
      result_.verdict = point.verdict;
      result_.failed = program;
    }
    if (metric_ == Metric::wall) return 1e-9 * double(wall_ns);
    if (!trace.traced) {
      fail(program, {LADDER_FAILED, "kernels cannot be timed: " + trace.why_not});
      return 0;
    }
    return 1e-9 * double(trace.traced->scopes[Scope::kernel]);
  }

  const Case &problem_;
  const How &how_;
  const std::vector<Side> &sides_;
  Metric metric_;
  const Turns &turns_;
  bool on_device_;
  std::vector<std::unique_ptr<Executor>> children_;
  std::shared_ptr<const Truth> original_;
  bool by_samples_;
  Proofs proofs_;
  std::vector<Point> points_;  // each side's runs, for what they show together
  double starts_s_ = 0;        // that starting processes took in this round
  std::optional<Canary> canary_;
  Alternation result_;
};

}  // namespace

Alternation alternate(const Case &problem, const How &how, const std::vector<Side> &sides,
                      Metric metric, const Turns &turns,
                      const std::function<void(const std::string &)> &progress) {
  const double begin = steady_s();
  Alternating alternating(problem, how, sides, metric, turns);
  alternating.probe(progress);
  if (!alternating.good()) return alternating.take();
  for (std::size_t number = 0; number < 10000; ++number) {
    if (interrupted()) throw Error(Exit::interrupted, "interrupted");
    progress(fmt::format("{}: round {}, {:.0f} of {:g} s ...", sides[0].choice.entry.name(),
                         number + 1, steady_s() - begin, turns.budget_s));
    const double before = steady_s() - begin;
    if (!alternating.round(number) || alternating.decided()) break;
    const double round_s = steady_s() - begin - before;
    if (steady_s() - begin + round_s + alternating.proofs_s() > turns.budget_s) break;
  }
  alternating.settle_all();
  // A check that is decided soon ends soon.
  alternating.prove_drawn(share_of_proofs *
                          std::min(steady_s() - begin, turns.budget_s - (steady_s() - begin)));
  alternating.look_closer();
  return alternating.take();
}

}  // namespace ladder
