// What a micro-benchmark found: one number, how sure it is, and at which value of what it was
// taken.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct MachineValue {
  std::string name;        // "latency.shared.read"
  std::string unit;        // "cycles", "s", "B/s", "B/cycle", "1/cycle", "Hz"
  std::string over;        // "warps", "B": what was varied; empty: nothing
  double at = 0;           // its value
  double value = 0;        // the median of the samples
  double uncertainty = 0;  // standard uncertainty of `value`; see statistics.h
  int samples = 0;
};

// A group of micro-benchmarks that could not be measured, and why.
struct NotMeasured {
  std::string group, why;
};

// What the device is, as its driver says.
struct DeviceLimits {
  std::string name;
  int driver = 0, runtime = 0;  // versions, 13000
  int compute_major = 0, compute_minor = 0, multiprocessors = 0;
  int threads_a_multiprocessor = 0, blocks_a_multiprocessor = 0, registers_a_multiprocessor = 0;
  double shared_bytes_a_multiprocessor = 0, shared_bytes_a_block = 0, reserved_bytes_a_block = 0;
  double l2_bytes = 0, memory_bytes = 0;
  double clock_hz = 0, memory_bytes_per_s = 0;  // at most, of the data sheet
};

struct Microbenchmarks {
  DeviceLimits device;
  std::vector<MachineValue> measured;
  std::vector<NotMeasured> not_measured;
};

}  // namespace ladder
