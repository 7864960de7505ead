#include "harness/bench/measure/shorter.h"

#include <algorithm>

#include "harness/bench/run/secret_start.h"

namespace ladder {

std::shared_ptr<const Case> shorter_where_slow(const Case &c, Executor &executor, double limit_s) {
  constexpr int few = 1, more = 3;
  if (c.steps <= more) return nullptr;
  const auto seconds = [&](int steps) {
    return 1e-9 * double(executor.run({.steps = steps, .start = secret_start(c)}).wall_ns);
  };
  const double of_few = seconds(few), of_more = seconds(more);
  const double step = std::max(0.0, (of_more - of_few) / (more - few)), rest = of_few - few * step;
  if (rest + step * c.steps <= limit_s) return nullptr;
  const int steps = std::max(more, static_cast<int>((limit_s - rest) / step));
  if (steps >= c.steps) return nullptr;
  return c.shortened(steps);
}

}  // namespace ladder
