// Whether a traced run was like the timed runs. Only then its shares are theirs, and something
// follows from them.
#pragma once
#include <cstdint>
#include <string>

#include "harness/bench/trace/timeline.h"

namespace ladder {

// The wall time of a traced run over the median of the timed runs, to four digits; 0: not compared.
double ratio_of_traced(std::int64_t traced_ns, double median_ns);

// By which factor the two differ, in either direction.
double disturbance(double ratio);
// Above 1.1 the tracer, or somebody else, took part of the time. Below 0.9 less was done than in
// the timed runs, or they were disturbed. Timed runs of one machine differ by less; a ratio of 0 is
// not known to be disturbed.
bool disturbed(double ratio);
// Whether a traced run says what its stage takes without transfers: a disturbed one does not,
// unless there are none.
bool transfers_known(double ratio, bool on_host);
// "took 1.40 times as long as the timed runs"
std::string disturbance_words(double ratio);

// Whether the calls of a run took about as long as each other, or a few of them made up its time.

// The part of all kernel time (calls of the stage, on the host) that lies in calls which took more
// than ten times the median of their name. Names of fewer than 20 calls are left out: one call of
// many steps and a short one is no noise.
double outlier_share(const Timeline &);

// A stage above this sleeps, waits for somebody, or was often interrupted; its median says little.
inline constexpr double steady_share = 0.5;

}  // namespace ladder
