// What the counted build is notified of; in other builds these are null. See
// ../counting/counting.cpp.
#pragma once
#include "executor.h"

extern "C" {
__attribute__((weak)) void ladder_count_launch(const ladder_emulation::Launch *, bool begins);
// "copy", "fill", "wait", "allocate", "free", and "graph" with the number of its nodes, which
// follow. `from` and `to` are given for copies alone.
__attribute__((weak)) void ladder_count(const char *what, std::size_t bytes, const void *to,
                                        const void *from);
// Multiprocessors of the GPU, where counts are all that is wanted of a run: results are wrong then,
// and of a launch only the blocks are run that this leaves. 0: everything runs.
__attribute__((weak)) int ladder_sampled();
__attribute__((weak)) void ladder_leave_sample(std::vector<std::uint64_t> &blocks);
}

namespace ladder_emulation {

inline int sampled() { return &ladder_sampled ? ladder_sampled() : 0; }
inline void count(const char *what, std::size_t bytes = 0, const void *to = nullptr,
                  const void *from = nullptr) {
  if (&ladder_count) ladder_count(what, bytes, to, from);
}

}  // namespace ladder_emulation
