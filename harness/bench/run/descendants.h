// The processes that a process started, and those that they started.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ladder {

// What the file `stat` of a process or thread has after its name: state, parent, ... (fields 3 to
// 17 of proc(5)). Empty where it is gone.
std::vector<std::string> stat_of(const std::filesystem::path &process);

// Of one that is a reaper of orphans (prctl), those whose parent has ended too.
std::vector<pid_t> descendants_of(pid_t);

// Stops a child and its helpers, waits until they stay the same, and returns the helpers.
std::vector<pid_t> stop_with_helpers(pid_t child,
                                     const std::function<std::vector<pid_t>()> &helpers);

// Threads of this process that still run although the caller alone should.

// OpenMP's threads spin for some milliseconds after a loop, and would be counted as the next run's.
// Returns when every other thread sleeps, or after 20 ms: some are configured to spin for ever. A
// thread's time is booked when it goes to sleep, or at the system's next tick, so a look at the
// process's clock would not show it.
void wait_for_idle_threads();

}  // namespace ladder
