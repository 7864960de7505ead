#include "harness/bench/measure/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/statistics/median.h"
#include "harness/bench/verify/prove.h"

namespace ladder {
namespace {

std::vector<double> of_samples(const Point &point, double (*value)(const Sample &)) {
  std::vector<double> values;
  for (const Sample &sample : point.samples) values.push_back(value(sample));
  return values;
}

std::string threads_finding(const Point &point) {
  const ladder_stage &stage = *point.entry.stage;
  if (stage.device != LADDER_ON_HOST) return "";
  for (int k = 0; k < stage.knobs; ++k) {
    const int threads = point.used.knob[k][0];
    if (std::strcmp(stage.knob[k].name, "threads") != 0 || threads < 1) continue;
    const double busy = median(of_samples(point, [](const Sample &s) {
      return double(s.cpu_ns) / std::max(1.0, double(s.clock_ns));
    }));
    if (busy > 1.1 * threads + 0.25)
      return fmt::format("it reports threads={} but kept {:.1f} processors busy", threads, busy);
  }
  return "";
}

std::string processes_finding(const Point &point) {
  const double most =
      std::ranges::max(of_samples(point, [](const Sample &s) { return double(s.processes); }));
  return most == 0 ? "" : words_of_processes(static_cast<int>(most));
}

}  // namespace

std::string finding(const Point &point) {
  const std::string words = threads_finding(point);
  return words.empty() ? processes_finding(point) : words;
}

}  // namespace ladder
