/* One time step of some columns, sources and receivers in them included, as the processor can do it
 * best. */
#ifndef LADDER_COLUMNS_STEP_H
#define LADDER_COLUMNS_STEP_H

#include "c_port/wave/columns_cells.h"

#define LANES 8
#define NAMED(name) name##_of_8
#include "c_port/wave/columns_update.h"
#undef LANES
#undef NAMED

/* The compiler makes two of this, for processors with AVX2 and without, and the program takes at
 * its start what this one has. */
#ifdef __x86_64__
__attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
static void
update_by_8(const struct columns *w, int step, int begin, int end) {
#define COLUMNS(M) columns_of_8(w, M, step, begin, end)
  FOR_HALF_LENGTH(w->m, COLUMNS)
#undef COLUMNS
}

/* AVX-512: vectors twice as long, and as many sums in registers. */
#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#define LANES 16
#define NAMED(name) name##_of_16
#include "c_port/wave/columns_update.h"
#undef LANES
#undef NAMED
static void update_by_16(const struct columns *w, int step, int begin, int end) {
#define COLUMNS(M) columns_of_16(w, M, step, begin, end)
  FOR_HALF_LENGTH(w->m, COLUMNS)
#undef COLUMNS
}
#pragma GCC pop_options
#endif

/* Columns [begin, end) of step `step`. */
static inline void update_columns(const struct columns *w, int step, int begin, int end) {
#ifdef __x86_64__
  if (w->vectors == 16)
    update_by_16(w, step, begin, end);
  else
#endif
    update_by_8(w, step, begin, end);
  inject_and_record(w, step, begin, end);
}

#endif
