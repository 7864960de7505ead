/* Four lines of two planes at once, as the processor can do it best. */
#ifndef LADDER_HEAT_TILE_H
#define LADDER_HEAT_TILE_H

#include "c_port/heat/line.h"

enum { TILE_LINES = 4, TILE_PLANES = 2, LONGEST_VECTOR = 16 /* floats */ };

/* Gives the compiler no information about the pointer: otherwise it keeps the addresses of all
 * lines on the stack, and loads one for every load of data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

#define LANES 8
#define NAMED(name) name##_of_8
#include "c_port/heat/tile_update.h"
#undef LANES
#undef NAMED
#ifdef __x86_64__
__attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
static void
tile_by_8(long n, float factor, const float *now, float *next, long line, long plane) {
  tile_of_8(n, factor, now, next, line, plane);
}

#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#define LANES 16
#define NAMED(name) name##_of_16
#include "c_port/heat/tile_update.h"
#undef LANES
#undef NAMED
static void tile_by_16(long n, float factor, const float *now, float *next, long line, long plane) {
  tile_of_16(n, factor, now, next, line, plane);
}
#pragma GCC pop_options
#endif

typedef void tile_step(long n, float factor, const float *now, float *next, long line, long plane);

/* The code for this processor. */
static inline tile_step *tile_for_this_processor(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma"))
    return tile_by_16;
#endif
  return tile_by_8;
}

/* One step of a tile. Lines are `line` cells apart and planes `plane`, which may be negative, in
 * both fields. Whole vectors are computed, so there is room for them behind the last cell; the
 * first and the last cell are put back. */
static inline void step_tile(tile_step *step, long n, float factor, const float *now, float *next,
                             long line, long plane) {
  step(n, factor, now, next, line, plane);
  for (long j = 0; j < TILE_PLANES; ++j)
    for (long k = 0; k < TILE_LINES; ++k) {
      const long at = plane * j + line * k;
      next[at] = now[at];
      next[at + n - 1] = now[at + n - 1];
    }
}

#endif
