#include "harness/bench/trace/kept_parts.h"

#include <algorithm>

namespace ladder {
namespace {

// How much of the parts lies before a moment.
std::int64_t kept_before(const std::vector<Part> &parts, std::int64_t moment) {
  std::int64_t sum = 0;
  for (const Part &part : parts)
    if (moment > part.begin) sum += std::min(moment, part.end) - part.begin;
  return sum;
}

}  // namespace

void keep_parts(Timeline &timeline, const std::vector<Part> &parts) {
  for (Event &event : timeline.events) {
    event.begin = kept_before(parts, event.begin);
    event.end = kept_before(parts, event.end);
  }
  std::erase_if(timeline.events, [](const Event &event) { return event.end <= event.begin; });
  for (std::int64_t &begin : timeline.step_begins) begin = kept_before(parts, begin);
  timeline.begin = 0;
  timeline.end = kept_before(parts, parts.back().end);
}

}  // namespace ladder
