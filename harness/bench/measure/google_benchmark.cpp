// needs: benchmark
#include <benchmark/benchmark.h>

#include "harness/bench/measure/repeat.h"

namespace ladder {
namespace {

// The words are the table's business.
class Silent : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &) override {}
};

void start_google_benchmark() {
  static bool started = false;
  if (started) return;
  std::string name = "ladder";
  char *arguments[] = {name.data(), nullptr};
  int count = 1;
  benchmark::Initialize(&count, arguments);
  started = true;
}

}  // namespace

void run_once(const std::vector<Benchmark> &benchmarks, const std::string &filter) {
  start_google_benchmark();
  benchmark::ClearRegisteredBenchmarks();
  for (const Benchmark &one : benchmarks)
    benchmark::RegisterBenchmark(one.name.c_str(),
                                 [&one](benchmark::State &state) {
                                   for (auto _ : state) {
                                     if (const auto seconds = one.sample())
                                       state.SetIterationTime(*seconds);
                                     else
                                       state.SkipWithError("no sample");
                                   }
                                 })
        ->UseManualTime()
        ->Iterations(1);
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent, filter.empty() ? "." : filter);
}

}  // namespace ladder
