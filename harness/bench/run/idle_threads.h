// Threads of this process that still run although the caller alone should.
#pragma once

namespace ladder {

// OpenMP's threads spin for some milliseconds after a loop, and would be counted as the next run's.
// Returns when every other thread sleeps, or after 20 ms: some are configured to spin for ever. A
// thread's time is booked when it goes to sleep, or at the system's next tick, so a look at the
// process's clock would not show it.
void wait_for_idle_threads();

}  // namespace ladder
