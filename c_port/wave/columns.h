/* The padded fields of the stages on the host that own the time loop. No maths here.
 *
 * Layout: z fastest. A frame of zeros wide enough for any operator stands around each axis that has
 *   more than one cell, and z is filled up to whole strips, so no column needs a special case:
 *   beyond the grid (v dt)^2 and taper are zero, and so is the result.
 * The equation is in cuda_stages/wave/README.md; p(n+1) takes the place of p(n-1). */
#ifndef LADDER_COLUMNS_H
#define LADDER_COLUMNS_H

#include <stddef.h>

#include "harness/problems/wave/wave.h"

enum {
  STRIP = 32,    /* cells along z: z is filled up to a multiple, twice the longest vector */
  ABREAST = 4,   /* columns whose sums are in registers: they share their neighbours' values */
  MOST_ROWS = 4, /* vectors along a column in registers, where lanes are far apart */
  FRAME = LADDER_MOST_HALF_LENGTH
};

struct receiver {
  int number; /* in the case */
  size_t at;  /* in a padded field */
};

struct columns {
  const ladder_wave *problem;
  int m, pz, px, py; /* half length; cells of the padded axes */
  int count;         /* columns of the grid: nx * ny */
  size_t first;      /* of cell (0, 0, 0) */
  float *field[2];   /* p(n) in [step % 2], p(n-1) in the other */
  float *v2dt2;
  float *sponge_z, *traces;
  int lanes, segment;         /* cell z is value z % segment * lanes + z / segment; lanes = 1: z */
  int *first_receiver;        /* [count + 1]: column i has those from [i] to [i + 1] - 1 */
  struct receiver *receivers; /* by columns */
  float *scratch;             /* of the threads, for stages that need it */
  int vectors;                /* floats of a vector: 8 or 16 */
  int step, uploaded;
  int fresh; /* p(n-1) was uploaded: it is tapered twice already */
};

static inline size_t column_at(const struct columns *w, int column) {
  const int nx = w->problem->nx;
  return w->first + (size_t)w->pz * ((size_t)(column % nx) + (size_t)w->px * (size_t)(column / nx));
}

/* Where cell z stands in its column. */
static inline size_t place_in_column(const struct columns *w, int z) {
  return (size_t)(z % w->segment) * (size_t)w->lanes + (size_t)(z / w->segment);
}

static inline float taper_of_column(const struct columns *w, int column) {
  const int nx = w->problem->nx;
  return w->problem->sponge_x[column % nx] * w->problem->sponge_y[column / nx];
}

#endif
