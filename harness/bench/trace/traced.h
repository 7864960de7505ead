// The result of a traced run.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/bench/trace/scopes.h"
#include "harness/bench/trace/timeline.h"

namespace ladder {

// A short stretch of a timeline, event by event: the order within a step, which sums do not show.

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

struct Traced {
  Scopes scopes;
  std::vector<ProfileRow> profile;
  double outlier_share = 0;       // see disturbance.h
  std::string launch_defect;      // empty: the trace shows the launch that was asked for
  std::optional<Window> window;   // one step, event by event
  std::vector<PartScopes> parts;  // of several devices or ranks, each by itself
  double ratio = 0;               // see disturbance.h; 0: not compared with the timed runs
  int runs = 1;  // traced runs that were taken, of which this is the least disturbed
};

// A trace, or the sentence that says why there is none.
struct TraceResult {
  std::optional<Traced> traced;
  std::string why_not;
};

// The result of a traced run as JSON, and back.

Json traced_json(const Traced &);
Traced traced_of(const Json &);  // throws nlohmann's exceptions where a field is missing

}  // namespace ladder
