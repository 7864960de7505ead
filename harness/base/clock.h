// Clocks of the system.
#pragma once
#include <cstdint>
#include <ctime>

namespace ladder {

// [ns] 0 where there is no such clock. Signal handlers may call it.
inline std::int64_t ns_of_clock(clockid_t clock) {
  timespec now{};
  if (clock_gettime(clock, &now) != 0) return 0;
  return now.tv_sec * std::int64_t{1000000000} + now.tv_nsec;
}
// That of std::chrono::steady_clock.
inline std::int64_t steady_ns() { return ns_of_clock(CLOCK_MONOTONIC); }
inline double steady_s() { return 1e-9 * double(steady_ns()); }

// Processor time of this process, with all its threads, up to date also of those that run now; and
// when it was read, between two times of steady_ns. To read it takes some 10 us.
struct CpuTime {
  std::int64_t begun_ns = 0, cpu_ns = 0, ended_ns = 0;
};
CpuTime own_cpu();

}  // namespace ladder
