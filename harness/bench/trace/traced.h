// The result of a traced run.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/bench/trace/scopes.h"
#include "harness/bench/trace/window.h"

namespace ladder {

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
