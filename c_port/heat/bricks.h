/* Bricks: four lines of a plane, in an order that the processor can compute best.
 *
 * A line of n cells is `count` vectors; lane l of vector i is cell count * l + i, so the neighbours
 * of a vector along z are the vectors before and behind it. Only those of the first and the last
 * are a lane off. A brick has vector 0 of its four lines, then vector 1, and so on. */
#ifndef LADDER_HEAT_BRICKS_H
#define LADDER_HEAT_BRICKS_H

enum { BRICK_LINES = 4, BRICK_PLANES = 2, LONGEST_VECTOR = 16 /* floats */ };

/* A brick of one plane, or two above each other: where their cells are, those of their neighbours
 * and those of the next step, which may be those below. `aside` is the line before the first, whose
 * place the last takes, for the bricks that follow along x. */
struct bricks {
  const float *now[BRICK_PLANES], *right[BRICK_PLANES], *below, *above;
  float *aside[BRICK_PLANES], *next[BRICK_PLANES];
};

/* The compiler takes no load from behind it to before it. */
#define KEEP_APART __asm__ volatile("" ::: "memory")

#define LANES 8
#define NAMED(name) name##_of_8
#define from_lane_before_of_8 ((picks_of_8){7, 0, 1, 2, 3, 4, 5, 6})
#define from_lane_behind_of_8 ((picks_of_8){1, 2, 3, 4, 5, 6, 7, 0})
#include "c_port/heat/bricks_update.h"
#undef LANES
#undef NAMED
#ifdef __x86_64__
#define FOR_AVX2_OR_NOT __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_AVX2_OR_NOT
#endif
FOR_AVX2_OR_NOT static void two_by_8(const struct bricks *at, long count, float factor,
                                     int last_stays) {
  bricks_of_8(at, count, factor, last_stays, 2);
}
FOR_AVX2_OR_NOT static void one_by_8(const struct bricks *at, long count, float factor,
                                     int last_stays) {
  bricks_of_8(at, count, factor, last_stays, 1);
}

#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#define LANES 16
#define NAMED(name) name##_of_16
#define from_lane_before_of_16 ((picks_of_16){15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})
#define from_lane_behind_of_16 ((picks_of_16){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0})
#include "c_port/heat/bricks_update.h"
#undef LANES
#undef NAMED
static void two_by_16(const struct bricks *at, long count, float factor, int last_stays) {
  bricks_of_16(at, count, factor, last_stays, 2);
}
static void one_by_16(const struct bricks *at, long count, float factor, int last_stays) {
  bricks_of_16(at, count, factor, last_stays, 1);
}
#pragma GCC pop_options
#endif

/* One step of the bricks; `last_stays` says whether the last lane of the last vector is the line's
 * last cell, which stays as the first does. */
typedef void bricks_step(const struct bricks *at, long count, float factor, int last_stays);

/* The code for this processor. */
struct brick_code {
  bricks_step *two_planes, *one_plane;
  int lanes;
};

static inline struct brick_code bricks_for_this_processor(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma"))
    return (struct brick_code){two_by_16, one_by_16, 16};
#endif
  return (struct brick_code){two_by_8, one_by_8, 8};
}

#endif
