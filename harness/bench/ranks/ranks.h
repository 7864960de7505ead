// The ranks of one program: README.md.
#pragma once
#include <string>

#include "harness/bench/trace/timeline.h"
#include "harness/stage.h"

namespace ladder {

// The MPI that this build has, or why it has none and what to do.
std::string ranks_text();

// Starts MPI where a launcher started several ranks. On rank 0 it returns, and the other ranks are
// let go when the program ends; on the others it serves rank 0, and then ends the program. Throws
// UsageError on rank 0 where ranks were started and this build has no MPI. Once a program, before
// anything is printed.
void start_ranks();

// Traced runs of stages of several ranks: what every rank did, on the clock of rank 0. Without
// several ranks nothing happens.

// Rank 0, while no stage has a state: from here on every rank keeps what it does, and what its
// device does.
void record_ranks(ladder_device);
// Rank 0, likewise: adds what the others did since then, and itself. The timeline is the tracer's.
void add_ranks(Timeline &, Tracer &, ladder_device);

// The other ranks: what record_ranks and add_ranks requested, as the name of a stage. False: it is
// a stage's.
bool heard_of_trace(const std::string &name);

}  // namespace ladder
