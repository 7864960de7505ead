// The models side by side: from the datasheet alone to the one that knows latency, launches and what shares the way.
#pragma once
#include <string>
#include <vector>

#include "harness/model/machine.h"
#include "harness/model/occupancy.h"

namespace ladder {

// What one launch of a kernel asks of a machine. Nothing in it was measured.
struct KernelDemand {
  double blocks = 0;
  int threads = 0;          // a block
  int registers = 0;        // a thread
  double shared_bytes = 0;  // a block
  double instructions = 0;  // a thread, executed
  double requests = 0;      // a warp, loads and stores of global memory
  double operations = 0;    // floating point, of the whole grid
  int words_in_a_row = 32;  // lanes of a warp that read neighbours
  double memory_bytes = 0;  // of the whole grid, if every value crosses once
  double l2_bytes = 0;      // the same with what neighbouring blocks read again
  double working_set_bytes = 0;
  double reads = 1, writes = 1;  // of arrays, for each value written
  double exposed_loads = 1;      // rounds of loads that a thread waits for, one behind the other
  bool graph = false;            // launched in a graph
};

struct Term {
  std::string
      name;  // "launch", "latency", "issue", "first-level cache", "second-level cache", "memory", "hand-out"
  double seconds = 0;
};

struct Prediction {
  double seconds = 0;  // of a launch
  std::string regime;  // the term that decides
  std::vector<Term> terms;
  Occupancy occupancy;
};

// Bytes over the bandwidth, or operations over the rate, whichever takes longer.
double roofline_of_datasheet(const DeviceLimits &, const KernelDemand &);
double roofline_as_measured(const Machine &, const KernelDemand &);
// The document's model with what was measured in place of what it took.
double mwp_cwp_as_measured(const Machine &, const KernelDemand &);
// A block stays max(S, L + c S) cycles: S is what the busiest part needs for all blocks that share a multiprocessor, L the
// life of a block alone, c how much of S adds to the latency. Throws FileError where the machine lacks a value, and
// UsageError where the kernel cannot be launched.
Prediction predict(const Machine &, const KernelDemand &);

// [B/s] of reads and writes in this mix, from a working set of this size.
double bandwidth_of(const Machine &, const KernelDemand &);
// c of max(S, L + c S), from how long blocks stay that only read and write.
double latency_share(const Machine &, bool in_l2);

}  // namespace ladder
