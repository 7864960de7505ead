#include "harness/base/clock.h"

#include <charconv>
#include <filesystem>

namespace ladder {
namespace {

// As Linux encodes it (include/linux/posix-timers_types.h): a thread's, by what the scheduler
// counted.
clockid_t clock_of_thread(int thread) { return static_cast<clockid_t>(~unsigned(thread) << 3 | 6); }

}  // namespace

// A thread that runs on another core is charged when the clock ticks there, every 1 to 10 ms, or
// when it is asked for: threads that spin would else be charged in a short run for what they did
// before it.
CpuTime own_cpu() {
  CpuTime read{.begun_ns = steady_ns()};
  std::error_code unreadable;
  std::filesystem::directory_iterator threads("/proc/self/task", unreadable);
  for (; threads != end(threads); threads.increment(unreadable)) {
    const std::string name = threads->path().filename();
    int thread = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), thread).ec == std::errc{})
      ns_of_clock(clock_of_thread(thread));
  }
  read.cpu_ns = ns_of_clock(CLOCK_PROCESS_CPUTIME_ID);
  read.ended_ns = steady_ns();
  return read;
}

}  // namespace ladder
