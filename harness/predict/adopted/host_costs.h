// What launches and waits keep a host, from the micro-benchmarks of its machine.
#pragma once
#include "harness/predict/model/machine.h"

namespace ladder {

// Of a host that was waiting before the call and whose caches hold other things, next to the tight
// loops of the micro-benchmarks; after many launches it is in such a loop itself. From flow2d,
// NEMO's tracer and moist_column on one H100 (ACCURACY.md). It counts where a machine's record has
// none of the group `calls`.
inline constexpr double busy_host = 1.45;  // launches and small copies take so many times as long
inline constexpr int until_warm = 64;      // launches
inline constexpr double begin_of_call = 26e-6;  // [s]

// Of `launch.waited_for`, the way to the device and back.
struct Way {
  double to, back;
};
Way way_of(const Machine &);

// How long a launch keeps the host: of a kernel that this call has not launched yet, of others, and
// of those behind many; and what the begin of a call with resident arrays takes beyond launches, of
// one that begins with a graph too, as the host comes from other work.
struct HostCosts {
  double fresh, again, later, begin, begin_of_graph;
};
HostCosts host_costs(const Machine &);

}  // namespace ladder
