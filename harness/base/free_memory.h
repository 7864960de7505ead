// How much memory this process may still take.
#pragma once
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

}  // namespace ladder
