#include <map>
#include <utility>

#include "harness/bench/trace/scopes.h"

namespace ladder {
namespace {

bool of_a_part(Activity activity) {
  return activity == Activity::kernel || activity == Activity::h2d || activity == Activity::d2h ||
         activity == Activity::exchange;
}

}  // namespace

std::vector<PartScopes> attribute_parts(const Timeline &timeline) {
  std::map<std::pair<int, int>, Timeline> parts;
  for (const Event &event : timeline.events)
    if (of_a_part(event.activity)) parts[{event.rank, event.device}].events.push_back(event);
  std::vector<PartScopes> found;
  if (parts.size() < 2) return found;
  for (auto &[which, part] : parts) {
    part.begin = timeline.begin;
    part.end = timeline.end;
    part.names = timeline.names;
    found.push_back({which.first, which.second, attribute(part)});
  }
  return found;
}

}  // namespace ladder
