// How fast all cores together reach main memory. No floor follows from it: records and figures show
// it.
#pragma once
#include <functional>

namespace ladder {

struct MemorySpeeds {
  double copy_bytes_per_s = 0;  // arrays far beyond the last-level cache; read and written bytes
  double read_bytes_per_s = 0;
  double age_s = 0;     // how long ago they were measured; 0: in this session
  bool steady = false;  // the two best rounds agree, and no other program had a core
};
MemorySpeeds measure_memory_speeds(int threads);  // a quarter of a second, or half of one

using MeasureMemory = MemorySpeeds (*)(int threads);
// Measured now; steady ones are kept in the user's cache folder.
MemorySpeeds memory_speeds_now(int threads, MeasureMemory = measure_memory_speeds);

// As kept on this boot of this host within the last hour; else measured now.
MemorySpeeds memory_speeds_of_this_hour(int threads, MeasureMemory = measure_memory_speeds);

// A piece of work that is timed several times on some threads.

void in_parallel(int threads, const std::function<void(int)> &work);

struct Rounds {
  double best_s = 1e30;  // until all threads are done
  double apart = 1e30;   // share from the best to the second; huge if another program had a core
};
// Five, or fewer: none follows once they are less than this apart. 0 asks for all five.
Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work);

}  // namespace ladder
