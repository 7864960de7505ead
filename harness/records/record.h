// A record: one JSON object about one (stage, case, launch). results/README.md tells every field.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/case/case.h"
#include "harness/environment/environment.h"
#include "harness/run/repeat.h"
#include "harness/trace/scopes.h"

namespace ladder {

using Json = nlohmann::ordered_json;

// What the second, traced run told.
struct Traced {
  Scopes scopes;
  std::vector<ProfileRow> profile;
  std::string launch_defect;  // empty: the trace shows the launch that was asked for
};

struct Measured {
  Point point;
  std::optional<Traced> traced;
  std::string why_not_traced;
};

Json make_record(const Case &, const Measured &, const Environment &, const std::string &session);
Json environment_json(const Environment &);

std::string utc_now();      // "2026-11-21T03:00:00Z"
std::string new_session();  // names one invocation of the program: time and process

}  // namespace ladder
