#include "harness/run/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/error.h"
#include "harness/run/availability.h"
#include "harness/run/interrupt.h"

namespace ladder {
namespace {

// Why a stage is not timed: what it lacks, refuses, or gets wrong.
void prove(Executor &executor, Measured &measured) {
  const Probe probed = executor.probe();
  if (probed.passed) return;
  if (probed.refused)
    measured.skipped = probed.words;
  else
    measured.point.error = {
        static_cast<ladder_status>(probed.status ? probed.status : LADDER_FAILED), probed.words};
}

Work work_of(const Case &c, const ladder_stage &stage, int shots) {
  return {double(c.cells()) * shots,
          double(c.steps),
          c.axes(),
          c.half_length,
          double(c.trace_values()),
          stage.device == LADDER_ON_CUDA,
          stage.advance != nullptr};
}

// The points of one measurement that are timed, from their first sample to their record.
class Timing {
 public:
  Timing(const Case &problem, const How &how, const MeasureWatch &watch, Measurement &result)
      : problem_(problem), how_(how), watch_(watch), result_(result) {}

  void add(std::size_t place, std::unique_ptr<Executor> executor) {
    places_.push_back(place);
    executors_.push_back(std::move(executor));
    points_.push_back(result_.points[place].point);
    uses_cuda_ = uses_cuda_ || on_cuda(points_.back());
  }
  bool empty() const { return places_.empty(); }

  void run(const Truth &truth) {
    // Before the first sample: in between it would part the samples of a round.
    watch_.progress("the speeds of this machine ...");
    speeds_of_session(uses_cuda_);
    const RepeatWatch told = {
        [&](std::size_t i) {
          watch_.progress(fmt::format("{}: timed run {} ...", points_[i].entry.name(),
                                      points_[i].samples.size() + 1));
        },
        [&](std::size_t i) { watch_.sampled(measured(i)); },
        [&](std::size_t i) {
          if (!tracer_stays(i)) return finish(i, truth);
          waiting_.push_back(i);
          if (last_sample_on_cuda_taken()) finish_waiting(truth);
        }};
    if (!repeat(problem_, truth, points_, executors_, how_.repetition, told)) result_.whole = false;
    finish_waiting(truth);
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_[i].stopped_by == "interrupted" || points_[i].stopped_by == "filter")
        finish(i, truth);
  }

 private:
  static bool on_cuda(const Point &point) { return point.entry.stage->device == LADDER_ON_CUDA; }
  // CUPTI stays in the process that it traced, so there no CUDA stage may be timed after a trace.
  bool tracer_stays(std::size_t i) const {
    return on_cuda(points_[i]) && !result_.points[places_[i]].isolated;
  }
  bool last_sample_on_cuda_taken() const {
    return std::none_of(points_.begin(), points_.end(), [](const Point &point) {
      return on_cuda(point) && point.stopped_by.empty();
    });
  }

  Measured &measured(std::size_t i) {
    Measured &one = result_.points[places_[i]];
    one.point = points_[i];
    if (!one.point.samples.empty() && one.point.verdict.passed) {
      const ladder_stage &stage = *one.point.entry.stage;
      const Speeds &speeds = speeds_of_session(stage.device == LADDER_ON_CUDA);
      one.floor = least_time(work_of(problem_, stage, shots_of(stage, one.point.used)), speeds.host,
                             speeds.device);
    }
    return one;
  }

  void trace(std::size_t i, const Truth &truth, Measured &one) {
    watch_.progress(fmt::format("{}: traced run ...", one.point.entry.name()));
    const Run run = executors_[i]->run({}, &one.trace);
    if (run.ok()) one.point.verdict = worse(one.point.verdict, judge_run(problem_, truth, run));
  }

  void finish(std::size_t i, const Truth &truth) {
    Measured &one = measured(i);
    if (!one.point.samples.empty() && one.point.verdict.passed) {
      one.trace.why_not = "interrupted before it was traced";
      bool stopped = !result_.whole || interrupted();
      try {
        if (!stopped) trace(i, truth, one);
      } catch (const Error &error) {
        if (error.exit != Exit::interrupted) throw;
        one.trace.why_not = "interrupted while it was traced";
        stopped = true;
      }
      if (stopped) one.point.stopped_by = "interrupted";  // without its trace it is not done
      if (stopped) result_.whole = false;
    }
    watch_.done(one);
  }

  void finish_waiting(const Truth &truth) {
    for (std::size_t i : waiting_) finish(i, truth);
    waiting_.clear();
  }

  const Case &problem_;
  const How &how_;
  const MeasureWatch &watch_;
  Measurement &result_;
  std::vector<std::size_t> places_;  // of each in result_.points
  std::vector<std::unique_ptr<Executor>> executors_;
  std::vector<Point> points_;
  std::vector<std::size_t> waiting_;  // have their samples, and wait for their trace
  bool uses_cuda_ = false;
};

}  // namespace

bool Measured::faster_than_physics() const {
  if (!floor) return false;
  return std::any_of(point.samples.begin(), point.samples.end(), [this](const Sample &sample) {
    return !plausible(1e-9 * double(sample.wall_ns), *floor);
  });
}

std::string Measured::defect() const {
  if (!point.verdict.passed) return point.verdict.words;
  if (trace.traced && !trace.traced->launch_defect.empty()) return trace.traced->launch_defect;
  if (faster_than_physics())
    return fmt::format("below the floor of {:.3g} s: {}", floor->seconds, floor->words);
  return "";
}

bool Measured::right() const {
  return skipped.empty() && point.error.status == LADDER_OK && !point.samples.empty() &&
         point.verdict.passed && defect().empty();
}

bool Measured::device() const {
  return point.error.status == LADDER_DEVICE_FAILED || point.error.status == LADDER_OUT_OF_MEMORY;
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::vector<std::string> worker_arguments(const Choice &choice, const How &how) {
  std::vector<std::string> words = {
      "worker", "--stage=" + (choice.entry.plugin ? choice.entry.path : choice.entry.name())};
  for (const auto &[name, values] : knobs_of(*choice.entry.stage, choice.launch))
    words.push_back("--" + describe({{name, values}}));
  words.insert(words.end(), how.case_arguments.begin(), how.case_arguments.end());
  return words;
}

std::unique_ptr<Executor> executor_for(const Case &problem, const Choice &choice, const How &how,
                                       bool isolated) {
  const Task task{&problem, choice.entry, choice.launch, how.hang_limit_s};
  return isolated ? run_in_child(task, this_program(), worker_arguments(choice, how))
                  : run_here(task);
}

Measurement measure(const Case &problem, const Environment &environment,
                    const std::vector<Choice> &choices, const How &how, std::optional<Truth> &truth,
                    const MeasureWatch &watch) {
  const bool isolated = how.isolate || std::any_of(choices.begin(), choices.end(),
                                                   [](auto &one) { return one.entry.plugin; });
  Measurement result;
  Timing timing(problem, how, watch, result);
  for (const Choice &choice : choices) {
    Measured measured;
    measured.point.entry = choice.entry;
    measured.point.launch = choice.launch;
    measured.isolated = isolated;
    measured.cold = how.repetition.cold;
    measured.skipped = lacks(*choice.entry.stage, environment);
    std::unique_ptr<Executor> executor;
    if (measured.skipped.empty()) {
      watch.progress(fmt::format("{}: is it right on random fields? ...", choice.entry.name()));
      executor = executor_for(problem, choice, how, isolated);
      prove(*executor, measured);
    }
    const bool proven = measured.skipped.empty() && measured.point.error.status == LADDER_OK;
    result.points.push_back(std::move(measured));
    if (proven) timing.add(result.points.size() - 1, std::move(executor));
    if (interrupted()) {
      result.whole = false;
      return result;
    }
  }
  if (timing.empty()) return result;
  if (!truth) {
    watch.progress("the oracle and the original run ...");
    truth = make_truth(problem, 1);
  }
  timing.run(*truth);
  return result;
}

}  // namespace ladder
