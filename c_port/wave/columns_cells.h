/* Sources and receivers of the padded fields in columns.h, and how long vectors are. */
#ifndef LADDER_COLUMNS_CELLS_H
#define LADDER_COLUMNS_CELLS_H

#include "c_port/wave/columns.h"

/* After the update of columns [begin, end) in step `step`: their sources and their receivers. */
static inline void inject_and_record(const struct columns *w, int step, int begin, int end) {
  const ladder_wave *c = w->problem;
  float *const next = w->field[(step + 1) % 2];
  for (int s = 0; s < c->sources; ++s) {
    const ladder_cell at = c->source_cells[s];
    const int own = at.x + c->nx * at.y;
    if (own >= begin && own < end) {
      const size_t place = place_in_column(w, at.z);
      next[column_at(w, own) + place] += w->sponge_z[place] * taper_of_column(w, own) *
                                         c->wavelets[(size_t)s * (size_t)c->steps + (size_t)step];
    }
  }
  if (begin >= end) return;
  float *const samples = w->traces + (size_t)(step + 1) * (size_t)c->receivers;
  for (int i = w->first_receiver[begin]; i < w->first_receiver[end]; ++i)
    samples[w->receivers[i].number] = next[w->receivers[i].at];
}

/* Tells the compiler nothing about the pointer: otherwise it computes the addresses of all 2M +
 * ABREAST columns before the loop over z, keeps them on the stack, and loads one for every load of
 * data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* Calls `action` with the half length, as a constant where it is one that people use; for the
 * others the loops over taps stay loops. */
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

#endif
