// Runs a stage in this process.
#include <fmt/format.h>

#include <algorithm>

#include "harness/run/cold_cache.h"
#include "harness/run/executor.h"
#include "harness/run/watchdog.h"
#include "harness/trace/steadiness.h"
#include "harness/trace/tracer.h"

namespace ladder {
namespace {

void divide(GuardedBuffer<float> &array, float scale) {
  for (std::size_t i = 0; i < array.size(); ++i)
    if (finite(array[i])) array[i] /= scale;  // poison stays what it is
}

class Here : public Executor {
 public:
  explicit Here(const Task &task) : task_(task) {}

  Probe probe() override {
    const Watchdog watchdog = watch();
    return probe_all(*task_.problem, stage(), task_.launch);
  }

  Run run(const Take &take, TraceResult *trace) override {
    const Watchdog watchdog = watch();
    Case taken = *task_.problem;
    if (take.steps >= 0) {
      taken.steps = std::min(taken.steps, take.steps);
      taken.wavelets.assign(taken.source_cells.size() * static_cast<std::size_t>(taken.steps), 0);
    }
    for (float &value : taken.wavelets) value *= take.scale;
    RunOptions options;
    if (take.cold) options.before_drive = empty_caches;
    std::unique_ptr<Tracer> tracer;
    if (trace)
      tracer =
          stage().device == LADDER_ON_CUDA ? make_cuda_tracer(trace->why_not) : make_host_tracer();
    options.tracer = tracer.get();
    Run run = run_once(taken, stage(), task_.launch, options);
    if (tracer) *trace = tell(run, taken.steps);
    if (take.scale != 1)
      for (auto *array : {run.now.get(), run.traces.get()}) divide(*array, take.scale);
    return run;
  }

 private:
  const ladder_stage &stage() const { return *task_.entry.stage; }
  Watchdog watch() const { return Watchdog(stage().name, task_.hang_limit_s); }

  TraceResult tell(const Run &run, int steps) const {
    if (!run.ok()) return {std::nullopt, describe(stage(), run.error)};
    if (run.timeline.lost > 0)
      return {std::nullopt, fmt::format("the tracer lost {} activities", run.timeline.lost)};
    Traced traced{attribute(run.timeline), profile(run.timeline), outlier_share(run.timeline), "",
                  window_of(run.timeline, steps)};
    traced.launch_defect = trace_defect(stage(), run.used, traced.profile);
    return {traced, ""};
  }

  Task task_;
};

}  // namespace

std::unique_ptr<Executor> run_here(const Task &task) { return std::make_unique<Here>(task); }

}  // namespace ladder
