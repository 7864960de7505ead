#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/base/parallel.h"
#include "harness/bench/verify/truth.h"

namespace ladder {
namespace {

template <typename T>
std::string not_finite(T value) {
  using Bits = typename GuardedBuffer<T>::Bits;
  return std::bit_cast<Bits>(value) == GuardedBuffer<T>::poison_bits ? "was never written"
                                                                     : "is not a finite number";
}

std::int64_t first_not_finite(const float *values, std::size_t count) {
  std::vector<std::int64_t> found(chunks(count), -1);
  each_chunk(count, [&](std::size_t chunk, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end && found[chunk] < 0; ++i)
      if (!finite(values[i])) found[chunk] = static_cast<std::int64_t>(i);
  });
  for (const std::int64_t one : found)
    if (one >= 0) return one;
  return -1;
}

// How much of its limit an error takes.
double share(double error, double limit) {
  return limit > 0 ? error / limit : (error > 0 ? HUGE_VAL : 0);
}

double share(const Verdict &v) { return share(v.error, v.limit); }

// Result of a chunk of an output.
struct OfOutput {
  std::int64_t not_finite = -1, first_off = -1;
  double nearest = -1, error = 0, limit = 0;  // of the value nearest to its limit
};

// Result of a chunk of the first array, by region.
struct OfChunk {
  std::int64_t not_finite = -1;
  std::vector<double> error;
  std::vector<std::int64_t> worst;  // -1: the region has no value here
};

template <typename T>
OfChunk compare(const Case &c, const Checkpoint &truth, const T *field, std::size_t first,
                std::size_t end) {
  OfChunk result;
  result.error.assign(truth.original_error.size(), 0);
  result.worst.assign(truth.original_error.size(), -1);
  for (std::size_t i = first; i < end; ++i) {
    if (!finite(field[i])) {
      result.not_finite = static_cast<std::int64_t>(i);
      return result;
    }
    const std::size_t region = c.region_of(static_cast<std::int64_t>(i));
    const double difference = std::abs(double(field[i]) - truth.at(i));
    if (result.worst[region] < 0 || difference > result.error[region]) {
      result.error[region] = difference;
      result.worst[region] = static_cast<std::int64_t>(i);
    }
  }
  return result;
}

}  // namespace

const Verdict &worse(const Verdict &a, const Verdict &b) {
  if (a.passed != b.passed) return a.passed ? b : a;
  return share(a) >= share(b) ? a : b;
}

template <typename T>
Verdict judge_field(const Case &c, const Checkpoint &truth, const T *field) {
  Verdict verdict;
  const std::vector<std::string> regions = c.regions();
  std::vector<OfChunk> found(chunks(truth.size()));
  each_chunk(truth.size(), [&](std::size_t chunk, std::size_t first, std::size_t end) {
    found[chunk] = compare(c, truth, field, first, end);
  });
  std::vector<double> error(regions.size(), 0);
  std::vector<std::int64_t> worst(regions.size(), -1);
  for (const OfChunk &one : found) {
    if (one.not_finite >= 0) {
      verdict.first_step = truth.step;
      verdict.error = HUGE_VAL;
      verdict.words = fmt::format("at step {} {} {}", truth.step, c.place(0, one.not_finite),
                                  not_finite(field[one.not_finite]));
      return verdict;
    }
    for (std::size_t k = 0; k < regions.size(); ++k)
      if (one.worst[k] >= 0 && (worst[k] < 0 || one.error[k] > error[k])) {
        error[k] = one.error[k];
        worst[k] = one.worst[k];
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
          fmt::format("{}at step {} the {} is off by {:.3g} of the peak, {}; the limit is {:.3g}",
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

template <typename T>
Verdict judge_output(const Case &c, const Truth &truth, const Output &output, const T *values) {
  Verdict verdict;
  const Array array = c.arrays()[output.array];
  const double scale = output.peak > 0 ? output.peak : 1;
  double nearest = -1;
  const auto step_of = [&](std::size_t i) {
    return array.per_step ? static_cast<int>(i / array.per_step) : c.steps;
  };
  const auto limit_at = [&](std::size_t i) {
    // An array with a bound of its own is not in the unit of the first one.
    const double rounding = array.relative_rounding > 0
                                ? output.rounding
                                : truth.rounding[static_cast<std::size_t>(step_of(i))];
    return Truth::limit(output.original_error, rounding);
  };
  const auto error_at = [&](std::size_t i) { return std::abs(double(values[i]) - output.at(i)); };
  std::vector<OfOutput> found(chunks(output.size()));
  each_chunk(output.size(), [&](std::size_t chunk, std::size_t first, std::size_t end) {
    OfOutput &one = found[chunk];
    for (std::size_t i = first; i < end; ++i) {
      if (!finite(values[i])) {
        one.not_finite = static_cast<std::int64_t>(i);
        return;
      }
      const double limit = limit_at(i), error = error_at(i);
      if (!(error <= limit) && one.first_off < 0) one.first_off = static_cast<std::int64_t>(i);
      if (const double used = share(error, limit); used > one.nearest)
        one = {one.not_finite, one.first_off, used, error, limit};
    }
  });
  for (const OfOutput &one : found) {
    if (one.not_finite >= 0) {
      verdict.first_step = step_of(static_cast<std::size_t>(one.not_finite));
      verdict.error = HUGE_VAL;
      verdict.words = fmt::format("{} {}", c.place(output.array, one.not_finite),
                                  not_finite(values[one.not_finite]));
      return verdict;
    }
    if (one.first_off >= 0 && verdict.first_step < 0) {
      const auto i = static_cast<std::size_t>(one.first_off);
      verdict.first_step = step_of(i);
      verdict.words = fmt::format(
          "from step {} on the {} are off, by {:.3g} of their peak, {}; the limit is {:.3g}",
          verdict.first_step, array.name, error_at(i) / scale, c.place(output.array, one.first_off),
          limit_at(i) / scale);
    }
    if (one.nearest > nearest) {
      nearest = one.nearest;
      verdict.error = one.error / scale;
      verdict.limit = one.limit / scale;
    }
  }
  verdict.passed = verdict.first_step < 0;
  return verdict;
}

Verdict judge_bits(const Case &c, const Run &run) {
  Verdict verdict;
  const std::vector<Array> arrays = c.arrays();
  for (std::size_t k = 0; k < arrays.size() && verdict.words.empty(); ++k) {
    if (!arrays[k].judged || c.judges_itself()) continue;
    const float *values = run.arrays[k]->data();
    const auto bad = first_not_finite(values, arrays[k].values);
    if (bad < 0) continue;
    const auto step = static_cast<std::size_t>(bad) / std::max<std::size_t>(1, arrays[k].per_step);
    verdict.first_step = arrays[k].per_step ? static_cast<int>(step) : c.steps;
    verdict.error = HUGE_VAL;
    verdict.words =
        fmt::format("{}{} {}", k == 0 ? fmt::format("at step {} ", c.steps) : std::string(),
                    c.place(k, bad), not_finite(values[bad]));
  }
  if (!run.foreign_write.empty()) verdict.words = run.foreign_write, verdict.cause = run.foreign;
  verdict.passed = verdict.words.empty();
  return verdict;
}

template <typename T>
Verdict judge_results(const Case &c, const Truth &truth, const std::vector<const T *> &arrays) {
  Verdict verdict = judge_field(c, truth.checkpoints.back(), arrays.front());
  for (const Output &output : truth.outputs)
    if (arrays[output.array])
      verdict = worse(verdict, judge_output(c, truth, output, arrays[output.array]));
  return verdict;
}

template Verdict judge_field(const Case &, const Checkpoint &, const float *);
template Verdict judge_output(const Case &, const Truth &, const Output &, const float *);
template Verdict judge_results(const Case &, const Truth &, const std::vector<const double *> &);

Verdict judge_run(const Case &c, const Truth &truth, const Run &run) {
  std::vector<const float *> arrays;
  for (const auto &array : run.arrays) arrays.push_back(array ? array->data() : nullptr);
  Verdict verdict = truth.own ? truth.own->judge(arrays) : judge_results(c, truth, arrays);
  if (!run.foreign_write.empty()) {
    verdict.passed = false;
    verdict.words = run.foreign_write;
    verdict.cause = run.foreign;
  }
  return verdict;
}

}  // namespace ladder
