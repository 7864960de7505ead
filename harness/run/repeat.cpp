#include "harness/run/repeat.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

#include "harness/error.h"
#include "harness/run/interrupt.h"

namespace ladder {
namespace {

// The words are the table's business.
class Silent : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &) override {}
};

// A short run first, so that module loading and first touches are in no sample.
void warm_up(const Case &problem, const Point &point) {
  Case few = problem;
  few.steps = std::min(problem.steps, 20);
  few.wavelets.assign(few.source_cells.size() * static_cast<std::size_t>(few.steps), 0.0f);
  run_once(few, *point.entry.stage, point.launch);
}

void take_sample(const Case &problem, const Truth &truth, Point &point, benchmark::State &state) {
  const Run run = run_once(problem, *point.entry.stage, point.launch);
  if (!run.ok()) {
    point.error = run.error;
    return;
  }
  state.SetIterationTime(1e-9 * double(run.wall_ns));
  const Verdict verdict = judge_run(problem, truth, run);
  point.verdict = point.wall_ns.empty() ? verdict : worse(point.verdict, verdict);
  if (std::string why = launch_defect(*point.entry.stage, point.launch, run.used); !why.empty()) {
    point.verdict.passed = false;
    point.verdict.words = why;
  }
  point.wall_ns.push_back(run.wall_ns);
  point.setup_ns = run.setup_ns;
  point.real_s = run.real_s;
  point.user_s = run.user_s;
  point.system_s = run.system_s;
  point.used = run.used;
}

}  // namespace

double median(std::vector<std::int64_t> samples) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  return samples.size() % 2 ? double(samples[half])
                            : 0.5 * (double(samples[half - 1]) + double(samples[half]));
}

bool repeat(const Case &problem, const Truth &truth, std::vector<Point> &points,
            const Repetition &repetition, const std::function<void(const Point &)> &before_each) {
  const std::string repetitions = fmt::format("--benchmark_repetitions={}", repetition.samples);
  std::vector<std::string> words = {"ladder", "--benchmark_enable_random_interleaving=true",
                                    repetitions};
  std::vector<char *> arguments;
  for (auto &word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::ClearRegisteredBenchmarks();

  bool stopped = false;
  for (Point &point : points) {
    bool warm = false;
    double spent = 0;
    const auto sample = [&, warm, spent](benchmark::State &state) mutable {
      for (auto _ : state) {
        const bool slow = !point.wall_ns.empty() && spent >= repetition.time_limit_s;
        if (stopped || slow || point.error.status != LADDER_OK) {
          state.SkipWithError("no further sample");
          break;
        }
        before_each(point);
        try {
          if (!warm) warm_up(problem, point);
          warm = true;
          take_sample(problem, truth, point, state);
          if (!point.wall_ns.empty()) spent += 1e-9 * double(point.wall_ns.back());
        } catch (const Error &error) {
          stopped = error.exit == Exit::interrupted;
          if (!stopped) throw;
        }
      }
    };
    const std::string name = fmt::format("{}/{}/{}", problem.name, point.entry.name(),
                                         describe(knobs_of(*point.entry.stage, point.launch)));
    benchmark::RegisterBenchmark(name.c_str(), sample)->UseManualTime()->Iterations(1);
  }
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::ClearRegisteredBenchmarks();
  return !stopped && !interrupted();
}

}  // namespace ladder
