#include "harness/bench/measure/shorter.h"

#include <algorithm>

#include "harness/bench/run/fill_start.h"

namespace ladder {
namespace {

constexpr int few = 1, most_of_estimate = 3;

struct Estimate {
  double step, rest;
  double of(int steps) const { return rest + step * steps; }
  int steps_in(double limit_s) const {
    return std::max(most_of_estimate, static_cast<int>((limit_s - rest) / step));
  }
};

Estimate estimated(const Case &c, Executor &executor) {
  const auto seconds = [&](int steps) {
    return 1e-9 * double(executor.run({.steps = steps, .start = secret_start(c)}).wall_ns);
  };
  const double of_few = seconds(few), of_more = seconds(most_of_estimate);
  const double step = std::max(0.0, (of_more - of_few) / (most_of_estimate - few));
  return {step, of_few - few * step};
}

}  // namespace

std::shared_ptr<const Case> shorter_where_slow(const Case &c, Executor &executor, double limit_s) {
  if (c.steps <= most_of_estimate) return nullptr;
  const Estimate estimate = estimated(c, executor);
  if (estimate.of(c.steps) <= limit_s) return nullptr;
  const int steps = estimate.steps_in(limit_s);
  if (steps >= c.steps) return nullptr;
  return c.shortened(steps);
}

std::shared_ptr<const Case> halved_where_slow(const Case &c, Executor &executor, double limit_s) {
  if (c.steps <= most_of_estimate) return nullptr;
  // What disturbs a single run makes no stage slow.
  for (int again = 0; again < 2; ++again)
    if (estimated(c, executor).of(c.steps) <= limit_s) return nullptr;
  const int fit = estimated(c, executor).steps_in(limit_s);
  int steps = c.steps;
  while (steps > fit && steps / 2 >= most_of_estimate) steps /= 2;
  if (steps == c.steps) return nullptr;
  return c.shortened(steps);
}

}  // namespace ladder
