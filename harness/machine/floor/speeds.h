// What this machine can do at best, measured now: the roofs that times are held against.
#pragma once
#include <optional>
#include <string>

#include "harness/machine/floor/memory_speeds.h"

namespace ladder {

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
