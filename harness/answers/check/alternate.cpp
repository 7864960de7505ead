#include "harness/answers/check/alternate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/statistics/median.h"
#include "harness/base/statistics/ratio.h"
#include "harness/bench/measure/findings.h"
#include "harness/bench/measure/proofs.h"
#include "harness/bench/run/secret_start.h"

namespace ladder {
namespace {

constexpr double seconds_of_a_process = 0.06;  // of runs; its start takes about 0.02
constexpr std::size_t most_turns = 31;

class Alternating {
 public:
  Alternating(const Case &problem, const Choice &choice, const How &how,
              const std::vector<std::string> &programs, Metric metric, bool with_canary)
      : problem_(problem), choice_(choice), how_(how), programs_(programs), metric_(metric),
        on_device_(choice.entry.stage->device != LADDER_ON_HOST), children_(programs.size()),
        by_samples_(proven_by_samples(problem, how, programs.size(), 1)),
        proofs_(problem, by_samples_, how.hang_limit_s, original_), points_(programs.size()) {
    for (Point &point : points_) {
      point.entry = choice.entry;
      point.launch = choice.launch;
    }
    if (with_canary) canary_.emplace(on_device_);
    result_.seconds.resize(programs.size());
    result_.log_of_first.resize(programs.size());
    result_.verdict.passed = true;
  }

  // Tries the stage in every program before anything is timed.
  void probe(const std::function<void(const std::string &)> &progress) {
    for (std::size_t i = 0; i < programs_.size() && good(); ++i) {
      if (std::ranges::find(programs_, programs_[i]) - programs_.begin() !=
          static_cast<std::ptrdiff_t>(i))
        continue;
      progress(fmt::format("{}: is it right? ...", choice_.entry.name()));
      const Probe probe = child(i).probe();
      if (probe.refused) result_.refused = probe.words;
      if (!probe.passed && !probe.refused)
        fail(i, {static_cast<ladder_status>(probe.status ? probe.status : LADDER_FAILED),
                 probe.words});
    }
  }

  bool round(std::size_t number) {
    if (canary_) result_.canary.push_back(canary_->read());
    std::vector<std::vector<double>> seconds(programs_.size());
    std::size_t turns = 1;
    for (std::size_t turn = 0; turn < turns && good(); ++turn) {
      proofs_.begin_round();
      for (std::size_t k = 0; k < programs_.size() && good(); ++k) {
        const std::size_t i = (number + turn) % 2 ? programs_.size() - 1 - k : k;
        seconds[i].push_back(time(i));
      }
      if (proofs_.full()) settle_all();
      if (turn == 0 && good() && !on_device_)
        turns = std::clamp(static_cast<std::size_t>(seconds_of_a_process / seconds[0][0]),
                           std::size_t{1}, most_turns);
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

  // Whether the pairs with the first program are known as well as asked for.
  bool known(double precision) const {
    for (std::size_t i = 1; i < programs_.size(); ++i) {
      const Ratio ratio = ratio_of_logarithms(result_.log_of_first[i]);
      if (!ratio.interval || ratio.interval->high - ratio.interval->low > 2 * precision)
        return false;
    }
    return true;
  }

  // Proves the runs that are not proven yet.
  void settle_all() {
    for (std::size_t i = 0; i < programs_.size() && good(); ++i) settle(i);
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

  void settle(std::size_t program) {
    Point &point = points_[program];
    proofs_.settle(program, point, child(program));
    if (point.error.status != LADDER_OK) return fail(program, point.error);
    result_.windows = point.windows;
    if (point.proven > 0) result_.verdict = worse(result_.verdict, point.verdict);
    if (!result_.verdict.passed) result_.failed = program;
  }

  Executor &child(std::size_t program) {
    if (!children_[program]) {
      const Task task{&problem_, choice_.entry, choice_.launch, how_.hang_limit_s};
      children_[program] = run_in_child(task, programs_[program], worker_arguments(choice_, how_));
      const Run warm = children_[program]->run(
          {.steps = warm_up_steps, .start = secret_start(problem_)}, nullptr);
      if (!warm.ok()) fail(program, warm.error);
    }
    return *children_[program];
  }

  double time(std::size_t program) {
    Executor &executor = child(program);
    if (!good()) return 0;
    TraceResult trace;
    Point &point = points_[program];
    const Drawn drawn = proofs_.next(point);
    const Run run =
        executor.run({.start = drawn.start}, metric_ == Metric::kernel ? &trace : nullptr);
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
    proofs_.taken(program, drawn, run, point);
    if (!point.verdict.words.empty()) {
      result_.verdict = point.verdict;
      result_.failed = program;
    }
    if (metric_ == Metric::wall) return 1e-9 * double(run.wall_ns);
    if (!trace.traced) {
      fail(program, {LADDER_FAILED, "kernels cannot be timed: " + trace.why_not});
      return 0;
    }
    return 1e-9 * double(trace.traced->scopes[Scope::kernel]);
  }

  const Case &problem_;
  const Choice &choice_;
  const How &how_;
  const std::vector<std::string> &programs_;
  Metric metric_;
  bool on_device_;
  std::vector<std::unique_ptr<Executor>> children_;
  std::shared_ptr<const Truth> original_;
  bool by_samples_;
  Proofs proofs_;
  std::vector<Point> points_;  // each program's runs, for what they show together
  std::optional<Canary> canary_;
  Alternation result_;
};

}  // namespace

Alternation alternate(const Case &problem, const Choice &choice, const How &how,
                      const std::vector<std::string> &programs, Metric metric, const Budget &budget,
                      const std::function<void(const std::string &)> &progress) {
  using Clock = std::chrono::steady_clock;
  Alternating alternating(problem, choice, how, programs, metric, budget.canary);
  alternating.probe(progress);
  if (!alternating.good()) return alternating.take();
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (std::size_t number = 0; number < 10000; ++number) {
    if (interrupted()) throw Error(Exit::interrupted, "interrupted");
    progress(fmt::format("{}: round {}, {:.0f} of {:g} s ...", choice.entry.name(), number + 1,
                         spent(), budget.seconds));
    const double before = spent();
    if (!alternating.round(number)) break;
    if (spent() + 0.5 * (spent() - before) > budget.seconds) break;
    if (number + 1 >= budget.fewest_rounds && alternating.known(budget.precision)) break;
  }
  alternating.settle_all();
  alternating.look_closer();
  return alternating.take();
}

}  // namespace ladder
