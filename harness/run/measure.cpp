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

void trace(const Case &problem, const Truth &truth, Executor &executor, Measured &measured) {
  Point &point = measured.point;
  // Another power of two than in any timed run: an answer that was kept from one of them is wrong here too.
  const Run run = executor.run({.scale = 8}, &measured.trace);
  if (!judge(problem, truth, run, point))
    point.error.words = "the traced run failed: " + point.error.words;
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
                    const std::function<void(const std::string &)> &progress) {
  const bool isolated = how.isolate || std::any_of(choices.begin(), choices.end(),
                                                   [](auto &one) { return one.entry.plugin; });
  Measurement result;
  std::vector<std::size_t> runs;  // which of the points are timed
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<Point> timed;
  for (const Choice &choice : choices) {
    Measured measured;
    measured.point.entry = choice.entry;
    measured.point.launch = choice.launch;
    measured.isolated = isolated;
    measured.cold = how.repetition.cold;
    measured.skipped = lacks(*choice.entry.stage, environment);
    if (measured.skipped.empty()) {
      progress(fmt::format("{}: is it right on random fields? ...", choice.entry.name()));
      auto executor = executor_for(problem, choice, how, isolated);
      prove(*executor, measured);
      if (measured.skipped.empty() && measured.point.error.status == LADDER_OK) {
        runs.push_back(result.points.size());
        executors.push_back(std::move(executor));
        timed.push_back(measured.point);
      }
    }
    result.points.push_back(std::move(measured));
    if (interrupted()) {
      result.whole = false;
      return result;
    }
  }
  if (runs.empty()) return result;
  if (!truth) {
    progress("the oracle and the original run ...");
    truth = make_truth(problem, 1);
  }
  result.whole = repeat(problem, *truth, timed, executors, how.repetition, [&](const Point &point) {
    progress(fmt::format("{}: timed run {} ...", point.entry.name(), point.samples.size() + 1));
  });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Measured &measured = result.points[runs[i]];
    measured.point = timed[i];
    if (measured.point.samples.empty() || !measured.point.verdict.passed) continue;
    const ladder_stage &stage = *measured.point.entry.stage;
    const Speeds &speeds = speeds_of_session(stage.device == LADDER_ON_CUDA);
    measured.floor = least_time(work_of(problem, stage, shots_of(stage, measured.point.used)),
                                speeds.host, speeds.device);
    try {
      progress(fmt::format("{}: traced run ...", measured.point.entry.name()));
      measured.trace.why_not = "interrupted before it was traced";
      if (result.whole) trace(problem, *truth, *executors[i], measured);
    } catch (const Error &error) {
      if (error.exit != Exit::interrupted) throw;
      measured.trace.why_not = "interrupted while it was traced";
      result.whole = false;
    }
  }
  return result;
}

}  // namespace ladder
