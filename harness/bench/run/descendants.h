// The processes that a process started, and those that they started.
#pragma once
#include <sys/types.h>

#include <functional>
#include <vector>

namespace ladder {

// Of one that is a reaper of orphans (prctl), those whose parent has ended too.
std::vector<pid_t> descendants_of(pid_t);

// Stops a child and its helpers, waits until they stay the same, and returns the helpers.
std::vector<pid_t> stop_with_helpers(pid_t child,
                                     const std::function<std::vector<pid_t>()> &helpers);

}  // namespace ladder
