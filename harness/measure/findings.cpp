#include "harness/measure/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/run/secret_start.h"
#include "harness/statistics/median.h"

namespace ladder {
namespace {

constexpr double slack = 1.25;  // of one time over another that should be alike
constexpr int most_pairs = 6;

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
  if (most == 0) return "";
  return fmt::format("{:g} processes that it started were still running after it had returned",
                     most);
}

}  // namespace

std::string finding(const Point &point) {
  const std::string words = threads_finding(point);
  return words.empty() ? processes_finding(point) : words;
}

void look_for_kept_answers(const Case &problem, const Start &known, Point &point,
                           Executor &executor, bool cold, bool always, const TruthMaker &make) {
  const std::vector<double> wall = point.wall_s();
  if (!always &&
      (wall.size() < 2 || wall[0] <= slack * median(std::vector(wall.begin() + 1, wall.end()))))
    return;
  double least = 0;
  for (int i = 0; i < most_pairs; ++i) {
    const Start unseen = secret_start(problem);
    // Next to each other, so that both find the machine alike; and the known fields twice, so that they are
    // known to who remembers one run alone. No run has the very bits of another: samples have 1, 2 and 4 of either
    // sign, the traced run 8, and these 16, -32, 64, -128, ...
    const float scale = float(16 << (2 * i));
    const Run again = executor.run({.scale = scale, .cold = cold, .start = known});
    const Run with_known = executor.run({.scale = -2 * scale, .cold = cold, .start = known});
    const Run with_new = executor.run({.cold = cold, .start = unseen});
    for (const Run *run : {&again, &with_known, &with_new})
      if (!run->ok()) {
        point.error = run->error;
        point.samples.clear();
        return;
      }
    const auto truth = make(unseen);
    if (!truth) {
      point.verdict.passed = false;
      point.verdict.words = "it is wrong when it starts from fields that it has not seen before";
      return;
    }
    point.verdict = worse(point.verdict, judge_run(problem, *truth, with_new));
    const double ratio =
        double(with_new.wall_ns) / double(std::max<std::int64_t>(1, with_known.wall_ns));
    least = i ? std::min(least, ratio) : ratio;
    if (!point.verdict.passed || ratio <= slack) return;
  }
  point.verdict.passed = false;
  point.verdict.words = fmt::format(
      "it reuses earlier results: a run from new fields takes at least {:.1f} times as long as a "
      "run from known ones",
      least);
}

}  // namespace ladder
