// Runs a stage in this process.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/base/clean_text.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/bench/ranks/ranks.h"
#include "harness/bench/run/device_work.h"
#include "harness/bench/run/executor.h"
#include "harness/bench/trace/disturbance.h"
#include "harness/bench/trace/timeline.h"
#include "harness/bench/verify/probe.h"
#include "harness/stage.h"

#ifdef LADDER_HAVE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace ladder {
namespace {

// The driver's marks are all there is to see of a stage on the host.
class HostTracer : public Tracer {
 public:
  std::int64_t now() override { return steady_ns(); }
  void start() override {}
  Timeline stop() override { return {}; }
};

void empty_host_caches() {
  static std::vector<char> room;
  static char turn = 0;
  const long last_level = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
  room.resize(static_cast<std::size_t>(std::max(2 * last_level, 64L << 20)));
  std::fill(room.begin(), room.end(), ++turn);
}

void empty_device_cache() {
#ifdef LADDER_HAVE_CUDA
  int l2 = 0;
  void *room = nullptr;
  if (cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0) != cudaSuccess) return;
  const std::size_t bytes = 2 * static_cast<std::size_t>(l2);
  if (cudaMalloc(&room, bytes) != cudaSuccess) return;
  cudaMemset(room, 1, bytes);
  cudaDeviceSynchronize();
  cudaFree(room);
#endif
}

// Writes over twice the last-level cache of the host; for a device stage over its L2 as well.
void empty_caches(ladder_device device) {
  if (device == LADDER_ON_CUDA) empty_device_cache();
  empty_host_caches();
}

// Ends the program when a stage that runs in it does not come back.

// Watches from its construction to its destruction. When `limit_s` has passed, says on standard
// error that `what` hangs and ends the program with Exit::device: records are on disk by then.
class Watchdog {
 public:
  Watchdog(const std::string &what, double limit_s);
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

Watchdog::Watchdog(const std::string &what, double limit_s) {
  thread_ = std::thread([this, what, limit_s] {
    sigset_t all;  // signals are for the thread that measures
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    std::unique_lock lock(mutex_);
    if (done_.wait_for(lock, std::chrono::duration<double>(limit_s), [this] { return finished_; }))
      return;
    fmt::print(stderr,
               "\nladder: stage '{}' did not return within {:g} s (--hang-limit), so the program "
               "ends. Its records are kept; with --isolate only the row of this stage is lost\n",
               what, limit_s);
    _exit(static_cast<int>(Exit::device));
  });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_one();
  thread_.join();
}

std::vector<const float *> places_of(const Run &run) {
  std::vector<const float *> all;
  for (const auto &array : run.arrays) all.push_back(array->data());
  return all;
}

class Here : public Executor {
 public:
  Here(const Task &task, const Hooks &hooks) : task_(task), hooks_(hooks) {}

  Probe probe() override {
    if (!task_.entry.meddles.empty())
      return {.words = task_.entry.meddles, .cause = Cause::broke_protocol};
    const Watchdog watchdog = watch();
    Probe probe = (task_.entry.raced.empty() ? probe_all : probe_tiny)(*task_.the_case, stage(),
                                                                       task_.launch);
    if (const std::string found = finding(); !found.empty())
      probe = {.words = found, .cause = Cause::emulation};
    if (task_.entry.emulated && probe.status == LADDER_DEVICE_FAILED) probe.status = LADDER_FAILED;
    return probe;
  }

  Run run(const Take &take, TraceResult *trace) override {
    const Watchdog watchdog = watch();
    const Case &whole = *task_.the_case;
    const std::unique_ptr<Case> short_one = take.steps >= 0 ? whole.warm_up(take.steps) : nullptr;
    const Case &taken = short_one ? *short_one : whole;
    DeviceWork device_work(taken, task_.entry);
    RunOptions options;
    options.start = take.start;
    options.interval = take.interval;
    options.due = take.due;
    if (take.interval > 0 || !take.due.empty())
      options.checkpoint = [&](std::int32_t step, const std::vector<const float *> &arrays) {
        if (hooks_.checkpoint) hooks_.checkpoint(step, arrays);
        if (take.checkpoint) take.checkpoint(step, arrays);
      };
    options.before_drive = [&](Run &run) {
      if (hooks_.created) hooks_.created(run);
      device_work.begin(run);
      if (take.cold) empty_caches(stage().device);
      if (!take.due.empty() && take.due.front() == 0 && take.checkpoint)
        take.checkpoint(0, places_of(run));
    };
    options.after_drive = hooks_.driven;
    options.clock = hooks_.clock;
    options.tracer = tracer(trace);
    if (options.tracer) record_ranks(stage().device);
    Run run = run_once(taken, stage(), task_.launch, options);
    if (const std::string found = finding(); !found.empty())
      run.error = {LADDER_FAILED, found, Cause::emulation};
    if (const std::string why = take.steps < 0 ? device_work.defect(run) : ""; !why.empty())
      run.error = {LADDER_FAILED, why, Cause::device_not_used};
    // There is no device: the stage asked for what none would do.
    if (task_.entry.emulated && run.error.status == LADDER_DEVICE_FAILED)
      run.error.status = LADDER_FAILED;
    if (options.tracer && run.ok()) add_ranks(run.timeline, *options.tracer, stage().device);
    if (options.tracer) *trace = tell(run, taken.steps);
    return run;
  }

 private:
  const ladder_stage &stage() const { return *task_.entry.stage; }
  // What the kernels of an emulated stage did that they must not.
  std::string finding() const {
    return task_.entry.finding ? clean_text(task_.entry.finding()) : "";
  }
  Watchdog watch() const { return Watchdog(stage().name, task_.hang_limit_s); }

  // Of a run that is to be traced. It stays for the next one, so that its first copy, launch and
  // module are recorded once; a run without a trace has none.
  Tracer *tracer(TraceResult *trace) {
    if (!trace) tracer_.reset();
    if (!trace || tracer_) return tracer_.get();
    tracer_ = stage().device == LADDER_ON_CUDA ? make_cuda_tracer(trace->why_not)
                                               : std::make_unique<HostTracer>();
    if (!tracer_ || !tracer_->first_run_is_slow()) return tracer_.get();
    RunOptions options;
    options.tracer = tracer_.get();
    record_ranks(stage().device);
    // Where it fails, so does the run that follows, and says why.
    run_once(*task_.the_case->warm_up(warm_up_steps), stage(), task_.launch, options);
    return tracer_.get();
  }

  TraceResult tell(const Run &run, int steps) const {
    if (!run.ok()) return {std::nullopt, describe(stage(), run.error)};
    if (run.timeline.lost > 0)
      return {std::nullopt, fmt::format("the tracer lost {} activities", run.timeline.lost)};
    Traced traced{attribute(run.timeline),        profile(run.timeline),
                  outlier_share(run.timeline),    "",
                  window_of(run.timeline, steps), attribute_parts(run.timeline)};
    traced.launch_defect = trace_defect(stage(), run.used, traced.profile);
    return {traced, ""};
  }

  Task task_;
  Hooks hooks_;
  std::unique_ptr<Tracer> tracer_;  // of the last run, where that was traced
};

}  // namespace

std::unique_ptr<Executor> run_here(const Task &task, const Hooks &hooks) {
  return std::make_unique<Here>(task, hooks);
}

}  // namespace ladder
