#include "harness/bench/run/run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>

#include "harness/base/clean_text.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/floating_point.h"
#include "harness/base/interrupt.h"
#include "harness/base/parallel.h"
#include "harness/bench/run/descendants.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/trace/scopes.h"

namespace ladder {
namespace {

// Of what the driver hands over.
std::uint64_t checksum(const Run &run) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  std::uint64_t sum = 0;
  for (const auto &array : run.arrays) {
    std::vector<std::uint64_t> sums(chunks(array->size()), 0);
    each_chunk(array->size(), [&](std::size_t chunk, std::size_t first, std::size_t end) {
      std::uint64_t of_chunk = 0;
      for (std::size_t i = first; i < end; ++i)
        of_chunk = odd * (of_chunk ^ std::bit_cast<std::uint32_t>((*array)[i]));
      sums[chunk] = of_chunk;
    });
    for (const std::uint64_t one : sums) sum = odd * (sum ^ one);
  }
  return sum;
}

double seconds(const timeval &t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); }

// Both over the same time, which has what it takes to read them.
void add_used(const CpuTime &before, Run &run) {
  const CpuTime after = own_cpu();
  run.cpu_ns += after.cpu_ns - before.cpu_ns;
  run.clock_ns += after.ended_ns - before.begun_ns;
}

// Turns the driver's marks into events: outside the stage's calls the driver's own loops run;
// inside them, for a stage on the host, its kernel does.
struct Marks {
  Tracer *tracer;
  bool on_host;
  bool owns_loop;                   // of the stage
  std::vector<std::int64_t> times;  // enter, leave, enter, leave, ...
  const RunOptions &options;
  std::vector<const float *> arrays;  // as they were when the run began
  Run &run;
  std::vector<TimedPart> timed = {};  // where the driver runs the clock by itself
  CpuTime before = {};

  std::int64_t now() const { return tracer ? tracer->now() : steady_ns(); }
  static void clock(void *context, std::int32_t runs) {
    auto *marks = static_cast<Marks *>(context);
    if (runs) {
      if (marks->options.clock) marks->options.clock(true, marks->run);
      marks->before = own_cpu();
      marks->timed.push_back({marks->now(), 0});
    } else {
      marks->timed.back().end = marks->now();
      add_used(marks->before, marks->run);
      marks->run.wall_ns += marks->timed.back().end - marks->timed.back().begin;
      if (marks->options.clock) marks->options.clock(false, marks->run);
    }
  }

  static void stage_call(void *context, std::int32_t) {
    auto *marks = static_cast<Marks *>(context);
    marks->times.push_back(marks->tracer->now());
  }
  static void checkpoint(void *context, std::int32_t step, const void *now) {
    auto *marks = static_cast<Marks *>(context);
    // The driver may have exchanged the first array with another.
    std::vector<const float *> arrays = marks->arrays;
    std::swap(arrays[0], *std::ranges::find(arrays, static_cast<const float *>(now)));
    marks->options.checkpoint(step, arrays);
  }

  void add_to(Timeline &timeline) const {
    const auto name = static_cast<std::uint32_t>(timeline.names.size());
    timeline.names.push_back("driver");
    timeline.names.push_back("stage");
    std::int64_t left = timeline.begin;
    for (std::size_t i = 0; i + 1 < times.size(); i += 2) {
      timeline.events.push_back({Activity::driver_loop, left, times[i], name});
      if (!owns_loop) timeline.step_begins.push_back(times[i]);  // a call a step
      timeline.events.push_back(
          {on_host ? Activity::kernel : Activity::stage_call, times[i], times[i + 1], name + 1});
      left = times[i + 1];
    }
    timeline.events.push_back({Activity::driver_loop, left, timeline.end, name});
  }
};

// The driver may have exchanged arrays: the buffers follow its pointers.
void exchange_back(Run &run, const std::vector<float *> &pointers) {
  for (std::size_t k = 0; k < pointers.size(); ++k)
    for (std::size_t other = k + 1; other < pointers.size(); ++other)
      if (run.arrays[k]->data() != pointers[k] && run.arrays[other]->data() == pointers[k])
        std::swap(run.arrays[k], run.arrays[other]);
}

}  // namespace

Run run_once(const Case &c, const ladder_stage &stage, const ladder_launch &launch,
             const RunOptions &options) {
  const std::vector<Array> arrays = c.arrays();
  Run run;
  if (!takes_over(arrays, options.earlier, run))
    for (const Array &array : arrays)
      run.arrays.push_back(std::make_unique<GuardedBuffer<float>>(array.values));
  std::vector<float *> pointers;
  for (const auto &array : run.arrays) pointers.push_back(array->data());
  fill_start(c, options.start, pointers);

  Marks marks{options.tracer,
              stage.device == LADDER_ON_HOST,
              stage.owns_time_loop != 0,
              {},
              options,
              {pointers.begin(), pointers.end()},
              run};
  if (options.tracer) {
    marks.times.resize(2 * static_cast<std::size_t>(c.steps) +
                       16);  // touched before the clock runs
    marks.times.clear();
  }
  ladder_observer observer{};
  observer.context = &marks;
  observer.stop = interrupt_flag();
  observer.interval = options.interval;
  observer.dues = static_cast<std::int32_t>(options.due.size());
  observer.due = options.due.data();
  observer.clock = Marks::clock;
  if (options.checkpoint) observer.checkpoint = Marks::checkpoint;
  if (options.tracer) observer.stage_call = Marks::stage_call;

  const std::shared_ptr<const void> view = c.stage_view();
  const FloatingPoint floating_point;  // as it is now, after every call of the stage
  rusage usage_before{}, usage_after{};
  getrusage(RUSAGE_SELF, &usage_before);
  const std::int64_t start = steady_ns();
  std::list<PageLock> of_this_run;
  auto &locks = options.earlier ? run.locks : of_this_run;
  for (const auto &array : run.arrays) {
    if (!stage.page_locked || locks.size() == run.arrays.size()) break;
    locks.emplace_back(array->data(), array->size() * sizeof(float));
    if (locks.back().why_not().empty()) continue;
    run.error = {LADDER_FAILED, locks.back().why_not()};
    return run;
  }
  ladder_state *state = nullptr;
  ladder_status status = stage.create(view.get(), &launch, &state);
  run.setup_ns = steady_ns() - start;
  floating_point.restore();
  std::uint64_t delivered = 0;
  if (status == LADDER_OK) {
    if (!options.earlier) wait_for_idle_threads();
    if (options.before_drive) options.before_drive(run);
    const CpuTime before = own_cpu();
    if (options.tracer) {
      options.tracer->start();
      const std::int64_t begin = options.tracer->now();
      status = c.drive(view.get(), stage, state, observer, pointers);
      const std::int64_t end = options.tracer->now();
      run.timeline = options.tracer->stop();
      run.timeline.begin = begin;
      run.timeline.end = end;
      marks.add_to(run.timeline);
      if (marks.timed.empty()) run.wall_ns = end - begin;
      if (!marks.timed.empty()) keep_parts(run.timeline, marks.timed);
    } else {
      const std::int64_t begin = steady_ns();
      status = c.drive(view.get(), stage, state, observer, pointers);
      if (marks.timed.empty()) run.wall_ns = steady_ns() - begin;
    }
    floating_point.restore();
    if (marks.timed.empty()) add_used(before, run);
    exchange_back(run, pointers);
    delivered = checksum(run);
    if (options.after_drive) options.after_drive(run);
  }
  const bool driven = status == LADDER_OK;
  if (driven) status = stage.launch_used(state, &run.used);
  if (status != LADDER_OK && status != LADDER_STOPPED) {
    run.error.status = status;
    run.error.words = reason(stage, state);
  }
  stage.destroy(state);
  floating_point.restore();
  run.real_s = 1e-9 * double(steady_ns() - start);
  getrusage(RUSAGE_SELF, &usage_after);
  run.user_s = seconds(usage_after.ru_utime) - seconds(usage_before.ru_utime);
  run.system_s = seconds(usage_after.ru_stime) - seconds(usage_before.ru_stime);
  if (status == LADDER_STOPPED)
    throw Error(Exit::interrupted, fmt::format("interrupted while '{}' ran", stage.name));

  if (driven && checksum(run) != delivered) {
    run.foreign_write = "the stage changed its results after its last call had returned";
    run.foreign = Cause::late_write;
  }
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (const auto at = run.arrays[k]->foreign_write(); at != 0 && run.foreign_write.empty()) {
      run.foreign = Cause::outside_write;
      run.foreign_write = fmt::format(
          "out-of-bounds write, {} element{} {} {}", std::abs(at), std::abs(at) == 1 ? "" : "s",
          at < 0 ? "before the start of" : "past the end of", arrays[k].name);
    }
  return run;
}

std::string reason(const ladder_stage &stage, const ladder_state *state) {
  const char *words = stage.last_error(state);
  const std::string clean = clean_text(words ? words : "");
  return clean.empty() ? "it gave no reason" : clean;
}

std::string describe(const ladder_stage &stage, const StageError &error) {
  const char *what = "failed";
  if (error.status == LADDER_REFUSED) what = "refuses this case or launch";
  if (error.status == LADDER_OUT_OF_MEMORY) what = "ran out of memory";
  if (error.status == LADDER_DEVICE_FAILED) what = "failed on its device";
  return fmt::format(
      "stage '{}' {}: {}{}", stage.name, what, error.words,
      error.status == LADDER_OUT_OF_MEMORY ? "; `ladder fits` shows what holds the case" : "");
}

}  // namespace ladder
