// A record: one JSON object about one (stage, case, launch). README.md lists every field.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

inline constexpr int record_schema = 2;

Json make_record(const Case &, const Measured &, const Environment &, const EnvironmentAfter &,
                 const std::string &session);
Json environment_json(const Environment &);

// The part of a record that says what is measured: stage, case, launch asked for, cache. See
// point_key.
Json point_json(const Case &, const Choice &, bool cold);

// Of samples [s]; warm_up_ns is a list. Only a trace gives the time without transfers.
Json summary_json(const std::vector<double> &wall_s, const std::string &stopped_by,
                  const Json &warm_up_ns);

std::string utc_now();      // "2026-11-21T03:00:00Z"
std::string new_session();  // names one invocation of the program: time and process

}  // namespace ladder
