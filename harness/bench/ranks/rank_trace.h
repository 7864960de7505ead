// Traced runs of stages of several ranks: what every rank did, on the clock of rank 0. Without
// several ranks nothing happens.
#pragma once
#include <string>

#include "harness/bench/trace/tracer.h"
#include "harness/stage.h"

namespace ladder {

// Rank 0, while no stage has a state: from here on every rank keeps what it does, and what its
// device does.
void record_ranks(ladder_device);
// Rank 0, likewise: adds what the others did since then, and itself. The timeline is the tracer's.
void add_ranks(Timeline &, Tracer &, ladder_device);

// The other ranks: what record_ranks and add_ranks requested, as the name of a stage. False: it is
// a stage's.
bool heard_of_trace(const std::string &name);

}  // namespace ladder
