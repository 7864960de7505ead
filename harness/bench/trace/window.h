// A short stretch of a timeline, event by event: the order within a step, which sums do not show.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/trace/timeline.h"

namespace ladder {

struct WindowEvent {
  Activity activity;
  std::string name;
  std::int64_t begin, end;  // [ns] since the window's begin; negative where it began before
  int device = 0;           // of a kernel or a copy
  int rank = 0;
};

struct Window {
  std::int64_t begin = 0, length = 0;  // [ns] begin: since the begin of the run
  int step = 0;       // which step it is; 0: a stretch of a run whose steps the host does not see
  int steps = 1;      // its length in steps: of such a stretch, in mean ones
  bool whole = true;  // false: it ends before its step does, since one more event was too many
  std::vector<WindowEvent> events;  // all that touch it, by their begin
};

inline constexpr std::size_t most_window_events = 200;

// The step whose length is the median of those of the nine steps in the middle of the run. Where
// the stage owns the time loop there are no steps to see: four mean steps in the middle, beginning
// with a kernel or copy where one begins there. Nothing where there is no event.
std::optional<Window> window_of(const Timeline &, int steps, std::size_t most = most_window_events);

}  // namespace ladder
