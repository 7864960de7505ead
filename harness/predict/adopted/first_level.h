// What the first-level cache of a multiprocessor keeps for each of the blocks that share it.
#pragma once
#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/machine.h"
#include "harness/predict/model/terms.h"

namespace ladder {

class FirstLevel {
 public:
  FirstLevel(const DeviceLimits &, const KernelDemand &);
  // Sectors that blocks load and do not find there.
  double missed(const CountedKernel &) const;
  // [k]: the chance that of 2^k loads of a warp behind each other one does not find its sector.
  std::vector<double> missing(const CountedKernel &) const;
  // How much longer a load takes whose lanes ask the same banks [cycles]. These give a line a
  // cycle, and a lone warp waits as long again; less, the more warps ask in between. Of loops on
  // one H200: loads of 32 lines take a lone warp 64 cycles each, and eight warps 32.
  double in_turn(const CountedKernel &) const;
  // The share of accesses to their own memory, so many bytes a thread, that does not find it.
  double misses(double own_bytes) const;

 private:
  double beyond(const std::vector<double> &) const;

  double lines_, threads_;  // of a block's; that share the cache
};

// What lanes apart cost: the cycles in which a multiprocessor moves the sectors of a kernel that it
// loads from the second-level cache and stores; and how much longer than neighbours a load takes.
struct LanesApart {
  double sector_cycles = 0, longer = 0;
};
LanesApart lanes_apart(const Machine &, const CountedKernel &, double missed, double blocks);

}  // namespace ladder
