/* One time step of some columns, sources and receivers in them included, as the processor can do it best. */
#ifndef LADDER_COLUMNS_STEP_H
#define LADDER_COLUMNS_STEP_H

#include "c_port/wave/columns.h"

/* Tells the compiler nothing about the pointer: otherwise it computes the addresses of all 2M + ABREAST
 * columns before the loop over z, keeps them on the stack, and loads one for every load of data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

#define LANES 8
#define NAMED(name) name##_of_8
#include "c_port/wave/columns_update.h"
#undef LANES
#undef NAMED

/* Calls `action` with the half length, as a constant where it is one that people use; for the others the
 * loops over taps stay loops. */
#define FOR_HALF_LENGTH(m, action) \
  switch (m) {                     \
    case 2:                        \
      action(2);                   \
      break;                       \
    case 4:                        \
      action(4);                   \
      break;                       \
    case 8:                        \
      action(8);                   \
      break;                       \
    default:                       \
      action(m);                   \
      break;                       \
  }

/* The compiler makes two of this, for processors with AVX2 and without, and the program takes at its start what this
 * one has. */
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

/* Floats of the longest vectors that this processor has code here for. */
static inline int longest_vectors(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma"))
    return 16;
#endif
  return 8;
}

/* Columns [begin, end) of step `step`. */
static inline void update_columns(const struct columns *w, int step, int begin, int end) {
  const ladder_wave *c = w->problem;
  float *const next = w->field[(step + 1) % 2];
#ifdef __x86_64__
  if (w->vectors == 16)
    update_by_16(w, step, begin, end);
  else
#endif
    update_by_8(w, step, begin, end);
  for (int s = 0; s < c->sources; ++s) {
    const ladder_cell at = c->source_cells[s];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end)
      next[column_at(w, own) + (size_t)at.z] +=
          w->sponge_z[at.z] * taper_of_column(w, own) *
          c->wavelets[(size_t)s * (size_t)c->steps + (size_t)step];
  }
  for (int r = 0; r < c->receivers; ++r) {
    const ladder_cell at = c->receiver_cells[r];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end)
      w->traces[(size_t)(step + 1) * (size_t)c->receivers + (size_t)r] =
          next[column_at(w, own) + (size_t)at.z];
  }
}

#endif
