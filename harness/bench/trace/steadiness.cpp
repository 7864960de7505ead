#include "harness/bench/trace/steadiness.h"

#include <map>

#include "harness/base/statistics/median.h"

namespace ladder {

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
