#include "harness/measure/repeat.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/environment/slowed.h"
#include "harness/measure/benchmarks.h"
#include "harness/statistics/median.h"

namespace ladder {
namespace {

constexpr int most_samples = 1000;

std::string name_of(const Case &problem, const Point &point, const Repetition &repetition) {
  return fmt::format("{}/{}/{}/{}/{}", point.entry.stage->problem, problem.name, point.entry.name(),
                     describe(knobs_of(*point.entry.stage, point.launch)),
                     repetition.cold ? "cold" : "warm");
}

// 1, -2, 4, -1, 2, -4, ...: no two samples in a row have the same answer.
float scale_of(int round) { return (round % 2 ? -1.0f : 1.0f) * float(1 << (round % 3)); }

void fail(Point &point, const StageError &error) {
  point.error = error;
  point.samples.clear();  // no time without a verdict
}

// A short run first, so that module loading and first touches are in no sample.
void warm_up(Point &point, Executor &executor) {
  const Run run = executor.run({.steps = warm_up_steps});
  if (!run.ok()) fail(point, run.error);
  point.warm_up_ns.push_back(run.wall_ns);
}

void take_sample(const Case &problem, Point &point, Executor &executor, bool cold, int round) {
  const auto begin = std::chrono::steady_clock::now();
  SlowedWatch clocks(point.entry.stage->device == LADDER_ON_CUDA);
  const Run run =
      executor.run({.scale = scale_of(round), .cold = cold, .start = point.truth->start});
  const std::string slowed = clocks.why();
  if (!judge(problem, run, point)) return;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  point.samples.push_back({std::llround(double(run.wall_ns) * point.times_longer(problem)), round,
                           slowed, run.user_s, run.system_s, run.clock_ns, run.cpu_ns,
                           run.processes, took.count()});
  point.setup_ns = run.setup_ns;
  point.real_s = run.real_s;
  point.used = run.used;
}

bool any_on_device(const std::vector<Point> &points) {
  return std::any_of(points.begin(), points.end(), [](const Point &point) {
    return point.entry.stage->device == LADDER_ON_CUDA;
  });
}

// Empty while the point wants more samples; else why it has enough.
std::string enough(const Point &point, const Repetition &repetition) {
  if (point.error.status != LADDER_OK) return "error";
  if (point.samples.empty()) return "";
  if (!point.verdict.passed) return "wrong";
  const std::vector<double> wall = point.wall_s();
  double spent = 0, timed = 0;
  for (const Sample &sample : point.samples) {
    spent += sample.took_s;
    timed += 1e-9 * double(sample.clock_ns);
  }
  const int taken = static_cast<int>(wall.size());
  if (repetition.samples > 0 && taken >= repetition.samples) return "repetitions";
  if (repetition.least_time_s > 0 ? timed >= repetition.least_time_s
                                  : spent >= repetition.time_limit_s)
    return "time limit";
  if (repetition.samples > 0) return "";
  if (taken >= most_samples) return "repetitions";
  if (repetition.least_time_s > 0) return "";
  const auto interval = median_interval(wall);
  const bool tight =
      interval && 0.5 * (interval->high - interval->low) <= repetition.precision * median(wall);
  return tight ? "precision" : "";
}

}  // namespace

std::vector<double> Point::wall_s() const {
  std::vector<double> wall;
  for (const Sample &sample : samples) wall.push_back(1e-9 * double(sample.wall_ns));
  return wall;
}

bool judge(const Case &problem, const Run &run, Point &point) {
  if (!run.ok()) {
    fail(point, run.error);
    return false;
  }
  const Verdict verdict = judge_run(point.timed(problem), *point.truth, run);
  const bool first = point.samples.empty() && point.windows.empty();
  point.verdict = first ? verdict : worse(point.verdict, verdict);
  if (std::string why = launch_defect(*point.entry.stage, point.launch, run.used); !why.empty()) {
    point.verdict.passed = false;
    point.verdict.words = why;
  }
  return true;
}

bool repeat(const Case &problem, std::vector<Point> &points,
            const std::vector<std::unique_ptr<Executor>> &executors, const Repetition &repetition,
            const RepeatWatch &watch) {
  bool stopped = false;
  Canary canary(any_on_device(points));
  std::vector<int> readings(points.size(), 0);  // how many there were at the point's last sample
  std::vector<bool> matches(points.size(), false);
  for (int round = 0; !stopped; ++round) {
    std::vector<Benchmark> wanted;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t i = round % 2 ? points.size() - 1 - k : k;
      Point &point = points[i];
      if (!point.stopped_by.empty()) continue;
      const auto sample = [&, round, i]() -> std::optional<double> {
        matches[i] = true;
        try {
          if (stopped || interrupted()) throw Error(Exit::interrupted, "interrupted");
          watch.before_sample(i);
          if (point.warm_up_ns.empty()) warm_up(point, *executors[i]);
          if (point.error.status == LADDER_OK) {
            canary.before_sample(round);
            if (readings[i] != canary.count()) point.canary.push_back(canary.last());
            readings[i] = canary.count();
            take_sample(problem, point, *executors[i], repetition.cold, round);
          }
          if (!point.samples.empty()) watch.sampled(i);
          point.stopped_by = enough(point, repetition);
          if (!point.stopped_by.empty()) watch.enough(i);
        } catch (const Error &error) {
          stopped = error.exit == Exit::interrupted;
          if (!stopped) throw;
        }
        if (point.samples.empty()) return std::nullopt;
        return 1e-9 * double(point.samples.back().wall_ns);
      };
      wanted.push_back({name_of(problem, point, repetition), sample});
    }
    if (wanted.empty()) break;
    run_once(wanted, repetition.filter);
    for (std::size_t i = 0; i < points.size() && !stopped; ++i)
      if (points[i].stopped_by.empty() && !matches[i]) points[i].stopped_by = "filter";
  }
  for (Point &point : points)
    if (point.stopped_by.empty()) point.stopped_by = "interrupted";
  return !stopped;
}

}  // namespace ladder
