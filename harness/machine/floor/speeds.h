// What this machine can do at best, measured now: the roofs that times are held against.
#pragma once
#include <functional>
#include <optional>
#include <string>

namespace ladder {

// How fast all cores together reach main memory. No floor follows from it: records and figures show
// it.
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

// Best of several short rounds: upper bounds, not averages. Copies count read and written bytes.
struct HostSpeeds {
  MemorySpeeds memory;
  double multiply_adds_per_s = 0;  // float32, the widest vectors of this processor, all cores
  double multiply_adds_per_s_one_core = 0;
  int cores = 0;  // 0: not measured yet
};
HostSpeeds measure_arithmetic();  // without memory: less than a tenth of a second

struct DeviceSpeeds {
  double copy_bytes_per_s = 0, read_bytes_per_s = 0;  // device memory
  double h2d_bytes_per_s = 0, d2h_bytes_per_s = 0;    // from and to page-locked memory
  double multiply_adds_per_s = 0;                     // float32, all multiprocessors
  double launch_s = 0;                                // an empty kernel, back to back in a stream
  double graph_node_s = 0;                            // an empty kernel in a graph
  double barrier_s =
      0;  // of one block on every multiprocessor (cooperative groups); 0: not possible
};
// None, with the reason, without a GPU or in a build without CUDA. A second after the first use of
// CUDA.
std::optional<DeviceSpeeds> measure_device_speeds(std::string &why_not);

// Both, measured when they are first asked for and kept: one session is held against one set of
// roofs. Main memory alone may have been measured by an earlier session of this hour.
struct Speeds {
  HostSpeeds host;
  std::optional<DeviceSpeeds> device;
  std::string why_no_device;
};
enum class MemoryOf { this_hour, now };
const Speeds &speeds_of_session(bool with_device, MemoryOf = MemoryOf::this_hour);

}  // namespace ladder
