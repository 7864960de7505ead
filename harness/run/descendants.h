// The processes that a process started, and those that they started.
#pragma once
#include <sys/types.h>

#include <vector>

namespace ladder {

// Of one that is a reaper of orphans (prctl), those whose parent has ended too.
std::vector<pid_t> descendants_of(pid_t);

// Stops a child and its descendants, waits until the child stands still, and returns the descendants.
std::vector<pid_t> stop_with_descendants(pid_t child);

}  // namespace ladder
