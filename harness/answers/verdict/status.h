// The status of a verdict, for programs: one word of a closed list. schema.json has the same list.
#pragma once
#include <string>

#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"
#include "harness/bench/verify/prove.h"

namespace ladder {

enum class Status {
  right,
  emulated_right,
  wrong,
  only_recorded,        // right from the recorded inputs, wrong from fresh ones
  wrong_when_repeated,  // of `judge`: right when it is proven once, wrong among timed runs
  nondeterministic,     // wrong, and other bits at each run
  race,                 // of kernels, as the next three
  barrier,              // one that not all threads reach
  out_of_bounds,        // also around the harness' own arrays
  illegal_access,       // memory of the other side, freed, unwritten or misaligned
  late_write,           // results changed after the last call had returned
  device_not_used,      // a CUDA stage that computes on the host
  compile_error,
  does_not_start,
  crashed,
  hung,
  broke_protocol,  // it meddled with the harness' questions and answers, or with the C library
  failed,          // it reported an error
  out_of_memory,
  device_failed,
  hides_work,            // threads or processes that it does not report
  faster_than_possible,  // below the floor of the case
  not_told_apart,        // the original's own runs differ too much for a verdict
  refused,               // it does not take this case or launch
  not_run,               // this machine or this build lacks something
  inconclusive           // interrupted, or out of time, before it was proven
};

// What each has in common: its name, and the step that comes next with its reason.
struct StatusWords {
  const char *name, *step, *reason;
};
const StatusWords &words_of(Status);

// `emulated`: its kernels ran on the host.
Status status_of(const Proof &, bool emulated);
Status status_of(const Measured &);
// Of the sentence by which the emulation says what a kernel must not do.
Status status_of_emulation(const std::string &words);

// The sentence by which the emulation says what a kernel must not do, in parts.

// Of a race: kernel, what, and of both accesses thread, does ("reads", "writes", "changes
// atomically"), file, line. Null where it is no race.
Json race_json(const std::string &words);
// The first place that the sentence names: file, line. Null where there is none.
Json place_json(const std::string &words);

// A verdict as programs get it: `verdict` of schema.json.

inline constexpr int verdict_schema = 1;

// What all verdicts have: schema, status, level, first, worst, races, place, not_told_apart, next.
// `level`: "emulated", "device" or "host".
Json verdict_json(const Proof &, const StageEntry &);

// Of a file that does not compile; `errors` as scripts/adopting/diagnostics.py lists them.
Json compile_error_json(const std::string &stage, const std::string &words, const Json &errors);

// The one step that comes next: step, reason. Null where nothing is to be done.
Json next_step(Status, const Json &verdict);

}  // namespace ladder
