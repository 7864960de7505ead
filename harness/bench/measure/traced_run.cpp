#include "harness/bench/measure/traced_run.h"

#include <chrono>

#include "harness/bench/trace/disturbance.h"

namespace ladder {

TraceResult least_disturbed(double median_s, double time_limit_s, const TakeTraced &take) {
  const auto begin = std::chrono::steady_clock::now();
  TraceResult best;
  for (int run = 1; run <= most_traced_runs; ++run) {
    TraceResult now;
    const bool right = take(now);
    if (now.traced) {
      now.traced->ratio = ratio_of_traced(now.traced->scopes.wall_ns, 1e9 * median_s);
      now.traced->runs = run;
    }
    if (!right || !now.traced || !now.traced->launch_defect.empty()) return now;
    if (!best.traced || disturbance(now.traced->ratio) < disturbance(best.traced->ratio))
      best = now;
    best.traced->runs = run;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (!disturbed(best.traced->ratio) || spent.count() >= time_limit_s) break;
  }
  return best;
}

}  // namespace ladder
