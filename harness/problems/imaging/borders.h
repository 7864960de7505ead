/* Where a step of imaging.h can be taken backwards: where the sponge's factor is 1, p(n-1) follows
 * from p(n) and p(n+1) by the same equation. What lies around that box has to be kept. C99
 * and C++. */
#ifndef LADDER_IMAGING_BORDERS_H
#define LADDER_IMAGING_BORDERS_H

#include "harness/problems/imaging/imaging.h"

/* Cells z0 <= z < z1, x0 <= x < x1. */
typedef struct ladder_box {
  int32_t z0, z1, x0, x1;
} ladder_box;

/* The cells of an axis between its sponges. None where a factor between them is not 1. */
static inline void ladder_without_sponge(const float *factors, int32_t n, int32_t *begin,
                                         int32_t *end) {
  *begin = 0;
  *end = n;
  while (*begin < n && factors[*begin] != 1) ++*begin;
  while (*end > *begin && factors[*end - 1] != 1) --*end;
  for (int32_t i = *begin; i < *end; ++i)
    if (factors[i] != 1) *end = *begin;
}

static inline ladder_box ladder_reversible(const ladder_imaging *c) {
  ladder_box box;
  ladder_without_sponge(c->sponge_z, c->nz, &box.z0, &box.z1);
  ladder_without_sponge(c->sponge_x, c->nx, &box.x0, &box.x1);
  if (box.z0 == box.z1 || box.x0 == box.x1) box.z1 = box.z0 = box.x1 = box.x0 = 0;
  return box;
}

static inline int ladder_in_box(const ladder_box *box, int32_t z, int32_t x, int32_t wider_z,
                                int32_t wider_x) {
  return z >= box->z0 - wider_z && z < box->z1 + wider_z && x >= box->x0 - wider_x &&
         x < box->x1 + wider_x;
}

/* Whether the operator reads the cell for a cell of the box, without being one. */
static inline int ladder_in_strip(const ladder_box *box, int32_t m, int32_t z, int32_t x) {
  return box->z0 < box->z1 && !ladder_in_box(box, z, x, 0, 0) &&
         (ladder_in_box(box, z, x, m, 0) || ladder_in_box(box, z, x, 0, m));
}

/* How many cells lie in strips, and outside of the box. */
static inline void ladder_count_borders(const ladder_imaging *c, int64_t *strip, int64_t *outside) {
  const ladder_box box = ladder_reversible(c);
  *strip = *outside = 0;
  for (int32_t x = 0; x < c->nx; ++x)
    for (int32_t z = 0; z < c->nz; ++z) {
      *strip += ladder_in_strip(&box, c->half_length, z, x);
      *outside += !ladder_in_box(&box, z, x, 0, 0);
    }
}

#endif
