#include "harness/bench/trace/disturbance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/base/statistics/statistics.h"

namespace ladder {

double ratio_of_traced(std::int64_t traced_ns, double median_ns) {
  return median_ns > 0 ? std::round(1e4 * double(traced_ns) / median_ns) / 1e4 : 0;
}

double disturbance(double ratio) { return ratio > 0 ? std::max(ratio, 1 / ratio) : 1; }

bool disturbed(double ratio) { return ratio > 1.1 || (ratio > 0 && ratio < 0.9); }

bool transfers_known(double ratio, bool on_host) { return on_host || !disturbed(ratio); }

std::string disturbance_words(double ratio) {
  return fmt::format("took {:.2f} times as long as the timed runs", ratio);
}

double outlier_share(const Timeline &timeline) {
  constexpr std::size_t fewest_calls = 20;
  constexpr double times_the_median = 10;
  std::map<std::uint32_t, std::vector<double>> durations;
  for (const Event &event : timeline.events)
    if (event.activity == Activity::kernel)
      durations[event.name].push_back(static_cast<double>(event.end - event.begin));
  double all = 0, outlying = 0;
  for (const auto &[name, calls] : durations) {
    const double limit = times_the_median * median(calls);
    for (double call : calls) {
      all += call;
      if (calls.size() >= fewest_calls && call > limit) outlying += call;
    }
  }
  return all > 0 ? outlying / all : 0;
}

}  // namespace ladder
