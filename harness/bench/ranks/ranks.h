// The ranks of one program: README.md.
#pragma once

#include <string>

namespace ladder {

// The MPI that this build has, or why it has none and what to do.
std::string ranks_text();

// Starts MPI where a launcher started several ranks. On rank 0 it returns, and the other ranks are
// let go when the program ends; on the others it serves rank 0, and then ends the program. Throws
// UsageError on rank 0 where ranks were started and this build has no MPI. Once a program, before
// anything is printed.
void start_ranks();

}  // namespace ladder
