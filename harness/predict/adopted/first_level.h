// What the first-level cache of a multiprocessor keeps for each of the blocks that share it.
#pragma once
#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/machine_record.h"
#include "harness/predict/model/terms.h"

namespace ladder {

inline constexpr double line_bytes = 128;

class FirstLevel {
 public:
  FirstLevel(const DeviceLimits &, const KernelDemand &);
  // Sectors that blocks load and do not find there.
  double missed(const CountedKernel &) const;
  // The share of accesses to their own memory, so many bytes a thread, that does not find it.
  double misses(double own_bytes) const;

 private:
  double lines_, threads_;  // of a block's; that share the cache
};

}  // namespace ladder
