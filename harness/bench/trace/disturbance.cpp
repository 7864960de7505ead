#include "harness/bench/trace/disturbance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace ladder
