// Memory that is given back stays with the program, for arrays of the same sizes that come again
// and again: new pages must first be cleared by the system, which takes longer than to fill them.
// Of arrays up to 32 MiB, which is the most that the C library takes for this.
#pragma once
#include <malloc.h>

#include <climits>

namespace ladder {

inline void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

}  // namespace ladder
