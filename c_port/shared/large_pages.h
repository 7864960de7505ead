/* Memory for fields. */
#ifndef LADDER_LARGE_PAGES_H
#define LADDER_LARGE_PAGES_H

#include <stdlib.h>
#include <sys/mman.h>

/* For `count` floats, in large pages where the system gives them: a stage reads many lines at once,
 * each on a small page of its own. Not touched: a page lies at the processor that writes it first.
 * NULL where there is none left. */
static inline float *memory_for(size_t count) {
  const size_t page = count * sizeof(float) < ((size_t)1 << 22) ? 64 : (size_t)1 << 21;
  const size_t bytes = (count * sizeof(float) + page) / page * page;
  float *const memory = aligned_alloc(page, bytes);
  if (memory && page > 64) madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

#endif
