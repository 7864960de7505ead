#include "harness/verify/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ladder {
namespace {

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

Verdict judge_field(const Case &c, const Checkpoint &truth, const float *field) {
  Verdict verdict;
  const std::vector<std::string> regions = c.regions();
  std::vector<double> error(regions.size(), 0);
  std::vector<std::int64_t> worst(regions.size(), -1);
  for (std::int64_t i = 0; i < std::ssize(truth.field); ++i) {
    if (!finite(field[i])) {
      verdict.first_step = truth.step;
      verdict.error = HUGE_VAL;
      verdict.words =
          fmt::format("at step {} {} {}", truth.step, c.place(0, i), not_finite(field[i]));
      return verdict;
    }
    const std::size_t region = c.region_of(i);
    const double difference = std::abs(double(field[i]) - truth.field[static_cast<std::size_t>(i)]);
    if (worst[region] < 0 || difference > error[region]) {
      error[region] = difference;
      worst[region] = i;
    }
  }
  verdict.passed = true;
  const double scale = truth.peak > 0 ? truth.peak : 1;
  double nearest = -1;
  for (std::size_t k = 0; k < regions.size(); ++k) {
    if (worst[k] < 0) continue;
    const double limit = Truth::limit(truth.original_error[k], truth.rounding);
    if (!(error[k] <= limit)) {
      verdict.words +=
          fmt::format("{}at step {} the {} is off by {:.3g} of the peak, {}; {:.3g} is allowed",
                      verdict.words.empty() ? "" : "; ", truth.step, regions[k], error[k] / scale,
                      c.place(0, worst[k]), limit / scale);
      verdict.passed = false;
      verdict.first_step = truth.step;
    }
    if (const double used = share(error[k], limit); used > nearest) {
      nearest = used;
      verdict.error = error[k] / scale;
      verdict.limit = limit / scale;
    }
  }
  return verdict;
}

Verdict judge_output(const Case &c, const Truth &truth, const Output &output, const float *values) {
  Verdict verdict;
  const Array array = c.arrays()[output.array];
  const double scale = output.peak > 0 ? output.peak : 1;
  double nearest = -1;
  for (std::size_t i = 0; i < output.values.size(); ++i) {
    const int step = array.per_step ? static_cast<int>(i / array.per_step) : c.steps;
    if (!finite(values[i])) {
      verdict.first_step = step;
      verdict.error = HUGE_VAL;
      verdict.words =
          fmt::format("{} {}", c.place(output.array, std::int64_t(i)), not_finite(values[i]));
      return verdict;
    }
    const double limit =
        Truth::limit(output.original_error, truth.rounding[static_cast<std::size_t>(step)]);
    const double error = std::abs(double(values[i]) - output.values[i]);
    if (!(error <= limit) && verdict.first_step < 0) {
      verdict.first_step = step;
      verdict.words = fmt::format(
          "from step {} on the {} are off, by {:.3g} of their peak, {}; {:.3g} is allowed", step,
          array.name, error / scale, c.place(output.array, std::int64_t(i)), limit / scale);
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

Verdict judge_run(const Case &c, const Truth &truth, const Run &run) {
  Verdict verdict = judge_field(c, truth.checkpoints.back(), run.arrays.front()->data());
  for (const Output &output : truth.outputs)
    verdict = worse(verdict, judge_output(c, truth, output, run.arrays[output.array]->data()));
  if (!run.foreign_write.empty()) {
    verdict.passed = false;
    verdict.words = run.foreign_write;
  }
  return verdict;
}

AlongTheRun::AlongTheRun(const Case &c, const Truth &truth) : c_(c), truth_(truth) {}

void AlongTheRun::look(const float *now) {
  if (!verdict_.passed && verdict_.first_step >= 0) return;  // the first is what counts
  if (next_ < truth_.checkpoints.size())
    verdict_ = worse(verdict_, judge_field(c_, truth_.checkpoints[next_++], now));
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
  return worse(verdict_, judge_run(c_, truth_, run));
}

Verdict judge_along_the_run(const Case &c, const Truth &truth, const ladder_stage &stage,
                            const ladder_launch &launch) {
  AlongTheRun along(c, truth);
  RunOptions options;
  options.interval = truth.interval;
  options.checkpoint = [](void *context, std::int32_t, const void *now) {
    static_cast<AlongTheRun *>(context)->look(static_cast<const float *>(now));
  };
  options.context = &along;
  options.start = truth.start;
  return along.verdict(stage, launch, run_once(c, stage, launch, options));
}

}  // namespace ladder
