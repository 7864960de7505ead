// How much memory this process may still take.
#pragma once
#include <malloc.h>

#include <climits>
#include <cstdint>
#include <string>

namespace ladder {

struct FreeMemory {
  std::uint64_t bytes = 0;
  std::string why;  // what sets the limit: "in the memory of this machine"
};

// The least of what the kernel says is available (MemAvailable), what the control groups of this
// process (versions 1 and 2, with all that are above it) leave, and its limit of address space
// (ulimit -v). `root` is put before /proc and /sys, for tests.
FreeMemory free_memory(const std::string &root = "");

// Memory that is given back stays with the program, for arrays of the same sizes that come again
// and again: new pages must first be cleared by the system, which takes longer than to fill them.
// Of arrays up to 32 MiB, which is the most that the C library takes for this.

inline void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

}  // namespace ladder
