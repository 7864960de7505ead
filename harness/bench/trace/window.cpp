#include "harness/bench/trace/window.h"

#include <algorithm>

namespace ladder {
namespace {

constexpr int looked_at = 9;   // steps in the middle; odd, so that one of them is the median
constexpr int mean_steps = 4;  // of a stage that owns the time loop

struct Span {
  std::int64_t begin, end;
  std::int64_t length() const { return end - begin; }
};

bool touches(const Event &event, const Span &span) {
  return event.begin < event.end && event.begin < span.end && event.end > span.begin;
}

Span step(const Timeline &timeline, int index) {
  const auto next = static_cast<std::size_t>(index) + 1;
  return {timeline.step_begins[next - 1],
          next < timeline.step_begins.size() ? timeline.step_begins[next] : timeline.end};
}

// Zero-based. Of steps of equal length the earlier one.
int median_step_in_the_middle(const Timeline &timeline) {
  const int steps = static_cast<int>(timeline.step_begins.size());
  const int count = std::min(looked_at, steps), first = (steps - count) / 2;
  std::vector<int> middle;
  for (int i = 0; i < count; ++i) middle.push_back(first + i);
  std::stable_sort(middle.begin(), middle.end(), [&](int a, int b) {
    return step(timeline, a).length() < step(timeline, b).length();
  });
  return middle[static_cast<std::size_t>((count - 1) / 2)];
}

bool on_device(const Event &event) {
  return event.activity == Activity::kernel || event.activity == Activity::h2d ||
         event.activity == Activity::d2h || event.activity == Activity::exchange;
}

Span stretch_in_the_middle(const Timeline &timeline, int steps) {
  const std::int64_t wall = timeline.end - timeline.begin;
  const std::int64_t length = std::max<std::int64_t>(1, wall * std::min(steps, mean_steps) / steps);
  const std::int64_t middle = timeline.begin + (wall - length) / 2;
  std::int64_t begin = middle + length;
  for (const Event &event : timeline.events)
    if (on_device(event) && event.begin >= middle) begin = std::min(begin, event.begin);
  if (begin >= middle + length || begin >= timeline.end) begin = middle;  // none begins there
  return {begin, std::min(begin + length, timeline.end)};
}

}  // namespace

std::optional<Window> window_of(const Timeline &timeline, int steps, std::size_t most) {
  if (steps < 1 || timeline.end <= timeline.begin) return std::nullopt;
  Window window;
  Span span{};
  if (timeline.step_begins.empty()) {
    span = stretch_in_the_middle(timeline, steps);
    window.steps = std::min(steps, mean_steps);
  } else {
    const int index = median_step_in_the_middle(timeline);
    span = step(timeline, index);
    window.step = index + 1;
  }
  std::vector<Event> inside;
  // Events that run are shown; that the host is within the stage's call meanwhile is not.
  for (const Event &event : timeline.events)
    if (event.activity != Activity::stage_call && touches(event, span)) inside.push_back(event);
  std::stable_sort(inside.begin(), inside.end(),
                   [](const Event &a, const Event &b) { return a.begin < b.begin; });
  // Of a window that is cut nothing is left out up to its end: a gap would look idle.
  if (inside.size() > most) {
    span.end = inside[most].begin;
    window.whole = false;
    std::erase_if(inside, [&](const Event &event) { return !touches(event, span); });
  }
  if (inside.empty() || span.length() <= 0) return std::nullopt;
  window.begin = span.begin - timeline.begin;
  window.length = span.length();
  for (const Event &event : inside)
    window.events.push_back({event.activity, timeline.names.at(event.name),
                             event.begin - span.begin, event.end - span.begin, event.device,
                             event.rank});
  return window;
}

}  // namespace ladder
