// Sectors that a block loads again, by what its warps touch in between: whether a first-level cache
// still has them depends on how many lines it keeps for the block.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace ladder_emulation {

constexpr std::uintptr_t bytes_of_sector = 32, bytes_of_line = 128;

// [k]: of loads with 2^k to 2^(k+1) - 1 other lines since the line was touched, and less for 0.
using Distances = std::array<double, 16>;

struct LoadedSector {
  unsigned order, warp;  // of the accesses of its lane
  std::uintptr_t sector;
  unsigned request;  // of the block
};

// Of sectors that are loaded again, and of requests none of whose sectors is new to the block: by
// the one that was touched longest ago. A sector is new to all warps that ask for it in one turn:
// those behind the first find it on its way, and wait as long.
struct Reuse {
  Distances again{}, slowest{};
  double fresh = 0, fresh_requests = 0;  // new sectors, and requests that have one
};

// The warps of a block go on side by side.
void add_distances(std::vector<LoadedSector> &loads, Reuse &);

}  // namespace ladder_emulation
