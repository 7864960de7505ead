// How many blocks share a multiprocessor, and what it costs when fewer do.
#pragma once
#include <optional>
#include <string>

#include "harness/predict/model/machine_record.h"

namespace ladder {

// What `check --static` assumes of a kernel, whose launch it does not know.
constexpr int usual_threads = 256;

struct Occupancy {
  int blocks = 0;    // a multiprocessor
  int warps = 0;     // in them
  double share = 0;  // of the warps that a multiprocessor can hold
  // "registers", "shared memory", "threads" or "blocks": what keeps the next block out.
  std::string limit;
};

// Registers are given to a warp in pieces of 256, to each of the four parts of a multiprocessor
// alike; shared memory in pieces of 128 B, with what the driver keeps of each block.
Occupancy occupancy(const DeviceLimits &, int registers, double shared_bytes, int threads);

// Of "sm_90", for a machine that nobody measured. None of an architecture that is not known here.
std::optional<DeviceLimits> limits_of_architecture(const std::string &);

// By how much a kernel that reads three words and writes one becomes slower when `now` blocks of
// 256 threads share a multiprocessor in place of `before`: 0.04 is 4 %. From the measured residence
// of such blocks; none where it was not measured. Above what was measured the rate stays that of
// the most blocks.
std::optional<double> slower_by_occupancy(const MachineRecord &, int before, int now);

}  // namespace ladder
