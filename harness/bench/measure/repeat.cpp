#include "harness/bench/measure/repeat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/bench/measure/proofs.h"
#include "harness/bench/measure/questions.h"
#include "harness/bench/run/fill_start.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

constexpr int most_samples = 1000;

std::string name_of(const Case &problem, const Point &point, const Repetition &repetition) {
  return fmt::format("{}/{}/{}/{}/{}", point.entry.stage->problem, problem.name, point.entry.name(),
                     describe(knobs_of(*point.entry.stage, point.launch)),
                     repetition.cold ? "cold" : "warm");
}

// Runs below this follow a warm-up each: the calls of a program follow each other, without the
// processes of other points, who had the device and the caches in between, and without the copies
// that bring a resident stage its arrays.
constexpr double brief_s = 0.1;

// A short run first, so that module loading and first touches are in no sample.
void warm_up(const Case &problem, Point &point, Executor &executor) {
  const Run run =
      executor.run({.steps = warm_up_steps, .start = secret_start(point.timed(problem))});
  if (!run.ok()) point.fail(run.error);
  point.warm_up_ns.push_back(run.wall_ns);
}

void take_sample(const Case &problem, std::size_t i, Point &point, Executor &executor,
                 Proofs &proofs, bool cold, int round) {
  const double begin = steady_s();
  SlowedWatch clocks(point.entry.stage->device == LADDER_ON_CUDA);
  const Drawn drawn = proofs.next(point);
  Run run = executor.run({.cold = cold, .start = drawn.start});
  const std::string slowed = clocks.why();
  if (!judge(problem, run, point)) return;
  const double took_s = steady_s() - begin;
  point.samples.push_back({std::llround(double(run.wall_ns) * point.times_longer(problem)), round,
                           slowed, run.user_s, run.system_s, run.clock_ns, run.cpu_ns,
                           run.processes, took_s});
  point.setup_ns = run.setup_ns;
  point.real_s = run.real_s;
  point.used = run.used;
  proofs.taken(i, drawn, std::move(run), point);
}

bool any_on_device(const std::vector<Point> &points) {
  return std::any_of(points.begin(), points.end(), [](const Point &point) {
    return point.entry.stage->device == LADDER_ON_CUDA;
  });
}

// Empty while the point wants more samples; else why it has enough.
std::string enough(std::size_t i, const Point &point, const Questions &questions,
                   const Repetition &repetition) {
  if (point.error.status != LADDER_OK) return "error";
  if (point.samples.empty()) return "";
  if (!point.verdict.words.empty()) return "wrong";
  double spent = 0, timed = 0;
  for (const Sample &sample : point.samples) {
    spent += sample.took_s;
    timed += 1e-9 * double(sample.clock_ns);
  }
  const int taken = static_cast<int>(point.samples.size());
  if (taken >= (repetition.samples > 0 ? repetition.samples : most_samples)) return "repetitions";
  if (repetition.least_time_s > 0) return timed >= repetition.least_time_s ? "time limit" : "";
  if (repetition.time_limit_s > 0 && spent >= repetition.time_limit_s) return "time limit";
  return repetition.samples > 0 ? "" : questions.why_settled(i);
}

}  // namespace

std::vector<double> Point::wall_s() const {
  std::vector<double> wall;
  for (const Sample &sample : samples) wall.push_back(1e-9 * double(sample.wall_ns));
  return wall;
}

void Point::fail(const StageError &why) {
  error = why;
  samples.clear();
}

void Point::judged(const Verdict &bits) {
  if (!bits.passed && verdict.words.empty()) verdict = bits;
}

void Point::add_proof(const Verdict &proof, int runs) {
  verdict = proven ? worse(verdict, proof) : proof;
  proven += runs;
}

bool judge(const Case &problem, const Run &run, Point &point) {
  if (!run.ok()) {
    point.fail(run.error);
    return false;
  }
  Verdict verdict = judge_bits(point.timed(problem), run);
  if (std::string why = launch_defect(*point.entry.stage, point.launch, run.used); !why.empty()) {
    verdict.passed = false;
    verdict.words = why;
  }
  point.judged(verdict);
  point.helpers_counted = point.helpers_counted && run.helpers_counted;
  return true;
}

bool repeat(const Case &problem, std::vector<Point> &points,
            const std::vector<std::unique_ptr<Executor>> &executors, Proofs &proofs,
            const Repetition &repetition, const std::function<double()> &left_s,
            const RepeatWatch &watch) {
  bool stopped = false;
  Questions questions(points, repetition);
  std::vector<std::size_t> in_turn;  // of the round, which is not the first
  Canary canary(any_on_device(points));
  std::vector<int> readings(points.size(), 0);  // how many there were at the point's last sample
  std::vector<bool> matches(points.size(), false);
  const auto unless_interrupted = [&](const auto &work) {
    try {
      work();
    } catch (const Error &error) {
      stopped = error.exit == Exit::interrupted;
      if (!stopped) throw;
    }
  };
  const auto prove_samples = [&](std::size_t i) {
    watch.proves(i);
    proofs.settle(i, points[i], *executors[i]);
  };
  for (int round = 0; !stopped; ++round) {
    const bool is_first = round == 0;  // of it each row is seen as soon as it is known
    std::vector<Benchmark> wanted;
    if (std::ranges::all_of(points, [](const Point &one) { return !one.stopped_by.empty(); }))
      break;
    unless_interrupted([&] { proofs.begin_round(); });
    std::vector<std::size_t> took_part;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t i = round % 2 ? points.size() - 1 - k : k;
      Point &point = points[i];
      if (!point.stopped_by.empty()) continue;
      if (!repetition.counted() && round > 0 && !std::ranges::binary_search(in_turn, i)) continue;
      const auto sample = [&, round, is_first, i]() -> std::optional<double> {
        matches[i] = true;
        unless_interrupted([&] {
          if (stopped || interrupted()) throw Error(Exit::interrupted, "interrupted");
          watch.before_sample(i);
          canary.before_sample(round);
          if (readings[i] != canary.count()) point.canary.push_back(canary.last());
          readings[i] = canary.count();
          if (point.samples.empty() || 1e-9 * double(point.samples.back().wall_ns) < brief_s)
            warm_up(problem, point, *executors[i]);
          if (point.error.status == LADDER_OK)
            take_sample(problem, i, point, *executors[i], proofs, repetition.cold, round);
          took_part.push_back(i);
          if (is_first && proofs.full()) prove_samples(i);
          if ((is_first || !proofs.full()) && point.proven > 0 && !point.samples.empty())
            watch.sampled(i);
        });
        if (point.samples.empty()) return std::nullopt;
        return 1e-9 * double(point.samples.back().wall_ns);
      };
      wanted.push_back({name_of(problem, point, repetition), sample});
    }
    run_once(wanted, repetition.filter);
    const auto each = [&](const auto &work) {
      for (const std::size_t i : took_part)
        if (!stopped) unless_interrupted([&] { work(i, points[i]); });
    };
    const bool all_are_proven = proofs.full() && !is_first;
    each([&](std::size_t i, Point &) {
      if (all_are_proven) prove_samples(i);
    });
    each([&](std::size_t i, Point &point) {
      if (all_are_proven && !point.samples.empty()) watch.sampled(i);
    });
    questions.look();
    const auto each_left = [&](const auto &why_not) {
      for (std::size_t i = 0; i < points.size() && !stopped; ++i) {
        if (!points[i].stopped_by.empty() || !matches[i]) continue;
        points[i].stopped_by = why_not(i);
        if (!points[i].stopped_by.empty()) unless_interrupted([&] { watch.enough(i); });
      }
    };
    each_left([&](std::size_t i) { return enough(i, points[i], questions, repetition); });
    const double left = repetition.budget_s > 0 ? left_s() : std::numeric_limits<double>::max();
    in_turn = questions.next_round(left);
    if (repetition.counted() ? left <= 0 : in_turn.empty())
      each_left([](std::size_t) { return "budget"; });
    for (std::size_t i = 0; i < points.size() && !stopped; ++i)
      if (points[i].stopped_by.empty() && !matches[i]) points[i].stopped_by = "filter";
  }
  for (Point &point : points) {
    if (point.stopped_by.empty()) point.stopped_by = "interrupted";
    if (point.proven == 0) point.samples.clear();
  }
  return !stopped;
}

}  // namespace ladder
