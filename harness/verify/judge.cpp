#include "harness/verify/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ladder {
namespace {

std::string cell_text(const Case &problem, std::int64_t cell) {
  return fmt::format("(z {}, x {}, y {})", cell % problem.nz, cell / problem.nz % problem.nx,
                     cell / problem.nz / problem.nx);
}

std::string not_finite(float value) {
  return std::bit_cast<std::uint32_t>(value) == GuardedBuffer<float>::poison_bits
             ? "was never written"
             : "is not a finite number";
}

// How much of its limit an error takes.
double share(double error, double limit) {
  return limit > 0 ? error / limit : (error > 0 ? HUGE_VAL : 0);
}

double share(const Verdict &v) { return share(v.error, v.limit); }

}  // namespace

const Verdict &worse(const Verdict &a, const Verdict &b) {
  if (a.passed != b.passed) return a.passed ? b : a;
  return share(a) >= share(b) ? a : b;
}

Verdict judge_field(const Case &problem, const Checkpoint &truth, const float *field) {
  Verdict verdict;
  ErrorByPlace error = {0, 0};
  std::array<std::int64_t, 2> worst = {-1, -1};
  for (std::int64_t i = 0; i < problem.cells(); ++i) {
    if (!finite(field[i])) {
      verdict.first_step = truth.step;
      verdict.error = HUGE_VAL;
      verdict.words = fmt::format("at step {} the pressure at {} {}", truth.step,
                                  cell_text(problem, i), not_finite(field[i]));
      return verdict;
    }
    const auto place = static_cast<std::size_t>(place_of(problem, i));
    const double difference = std::abs(double(field[i]) - truth.field[static_cast<std::size_t>(i)]);
    if (worst[place] < 0 || difference > error[place]) {
      error[place] = difference;
      worst[place] = i;
    }
  }
  verdict.passed = true;
  const double scale = truth.peak > 0 ? truth.peak : 1;
  double nearest = -1;
  for (std::size_t place = 0; place < error.size(); ++place) {
    if (worst[place] < 0) continue;
    const double limit = Truth::limit(truth.original_error[place], truth.rounding);
    if (!(error[place] <= limit)) {
      verdict.words +=
          fmt::format("{}at step {} the {} is off by {:.3g} of the peak at {}, {:.3g} is allowed",
                      verdict.words.empty() ? "" : "; ", truth.step, place_names[place],
                      error[place] / scale, cell_text(problem, worst[place]), limit / scale);
      verdict.passed = false;
      verdict.first_step = truth.step;
    }
    if (const double used = share(error[place], limit); used > nearest) {
      nearest = used;
      verdict.error = error[place] / scale;
      verdict.limit = limit / scale;
    }
  }
  return verdict;
}

Verdict judge_traces(const Case &problem, const Truth &truth, const float *traces) {
  Verdict verdict;
  const std::size_t receivers = problem.receiver_cells.size();
  const double scale = truth.trace_peak > 0 ? truth.trace_peak : 1;
  double nearest = -1;
  for (std::size_t i = 0; i < truth.traces.size(); ++i) {
    const int step = static_cast<int>(i / receivers);
    if (!finite(traces[i])) {
      verdict.first_step = step;
      verdict.error = HUGE_VAL;
      verdict.words =
          fmt::format("sample {} of receiver {} {}", step, i % receivers, not_finite(traces[i]));
      return verdict;
    }
    const double limit =
        Truth::limit(truth.trace_error, truth.rounding[static_cast<std::size_t>(step)]);
    const double error = std::abs(double(traces[i]) - truth.traces[i]);
    if (!(error <= limit) && verdict.first_step < 0) {
      verdict.first_step = step;
      verdict.words = fmt::format(
          "from step {} on the traces are off, by {:.3g} of their peak at receiver {}, {:.3g} is "
          "allowed",
          step, error / scale, i % receivers, limit / scale);
    }
    if (const double used = share(error, limit); used > nearest) {
      nearest = used;
      verdict.error = error / scale;
      verdict.limit = limit / scale;
    }
  }
  verdict.passed = verdict.first_step < 0;
  return verdict;
}

Verdict judge_run(const Case &problem, const Truth &truth, const Run &run) {
  Verdict verdict = worse(judge_field(problem, truth.checkpoints.back(), run.now->data()),
                          judge_traces(problem, truth, run.traces->data()));
  if (!run.foreign_write.empty()) {
    verdict.passed = false;
    verdict.words = run.foreign_write;
  }
  return verdict;
}

AlongTheRun::AlongTheRun(const Case &problem, const Truth &truth)
    : problem_(problem), truth_(truth) {}

void AlongTheRun::look(const float *now) {
  if (!verdict_.passed && verdict_.first_step >= 0) return;  // the first is what counts
  if (next_ < truth_.checkpoints.size())
    verdict_ = worse(verdict_, judge_field(problem_, truth_.checkpoints[next_++], now));
}

Verdict AlongTheRun::verdict(const ladder_stage &stage, const ladder_launch &asked,
                             const Run &run) const {
  Verdict failed;
  if (!run.ok()) {
    failed.words = describe(stage, run.error);
    return failed;
  }
  if (std::string why = launch_defect(stage, asked, run.used); !why.empty()) {
    failed.words = why;
    return failed;
  }
  // The end repeats an error of an earlier checkpoint, and the first step is what counts.
  if (!verdict_.passed && run.foreign_write.empty()) return verdict_;
  return worse(verdict_, judge_run(problem_, truth_, run));
}

Verdict judge_along_the_run(const Case &problem, const Truth &truth, const ladder_stage &stage,
                            const ladder_launch &launch) {
  AlongTheRun along(problem, truth);
  RunOptions options;
  options.interval = truth.interval;
  options.checkpoint = [](void *context, std::int32_t, const void *now) {
    static_cast<AlongTheRun *>(context)->look(static_cast<const float *>(now));
  };
  options.context = &along;
  options.start = truth.start;
  return along.verdict(stage, launch, run_once(problem, stage, launch, options));
}

}  // namespace ladder
