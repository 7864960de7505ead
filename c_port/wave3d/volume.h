/* The padded fields of the stages on the host that own the time loop. No maths here.
 * The equation is in cuda_stages/wave3d/README.md.
 *
 * Layout: z fastest, then x, then y. A frame of zeros as wide as the operator is around x and
 *   y, one of whole cache lines around z, and each axis is filled up to whole tiles, so no cell
 *   needs a special case: beyond the grid taper and (v dt)^2 are zero, and so is the result.
 * p(n+1) takes the place of p(n-1). */
#ifndef LADDER_VOLUME_H
#define LADDER_VOLUME_H

#include <stddef.h>

#include "harness/problems/wave/wave.h"

enum {
  LINE = 16, /* floats of a cache line: z is framed by a line and filled up to whole lines */
  TILE = 4,  /* x and y are filled up to multiples of this */
  MOST_M = LADDER_MOST_HALF_LENGTH,
  MOST_VALUES = 256 /* that a byte tells apart */
};

/* Sources and receivers in the order of their y, so that a part of a step finds its own: those of
 * plane y are order[first[y]] to order[first[y + 1] - 1]. */
struct by_plane {
  int *first, *order;
};

struct volume;
struct part;
typedef void update_cells(const struct volume *, const struct part *);

struct volume {
  const ladder_wave *the_case;
  update_cells *update; /* the code for this processor */
  int m; /* half length of the code that runs: that of the case, or the next one that is compiled */
  size_t pitch, plane; /* values from a column to the next, and from a plane */
  size_t first;        /* of cell (0, 0, 0) */
  size_t values;       /* of a field, the frame included */
  float taps_z[MOST_M + 1], taps_x[MOST_M + 1],
      taps_y[MOST_M + 1]; /* one side; beyond the case's zero */
  float *field[2];        /* p(n) in [n % 2], p(n-1) in the other */
  float *v2dt2;
  unsigned char *codes; /* in place of v2dt2 where `values_known`: numbers in `value` */
  float value[MOST_VALUES];
  int values_known;
  int (*finish)(struct volume *, int threads);  /* of make_volume, or NULL; 0: no memory is left */
  float *sponge_z, *sponge_x, *sponge_y, *ones; /* zero beyond the grid; ones everywhere */
  float *traces;
  struct by_plane sources, receivers;
  int step, uploaded;
  int fresh; /* p(n-1) was uploaded: it is tapered twice already */
};

/* Cells of step `step`: p(step) becomes p(step + 1). The ends along x, y, z lie behind the last;
 * all but the grid's own are multiples of TILE, or of LINE along z. */
struct part {
  int step, fresh;
  int x, x_end, y, y_end, z, z_end;
};

static inline size_t cell_of(const struct volume *w, int z, int x, int y) {
  return w->first + (size_t)z + w->pitch * (size_t)x + w->plane * (size_t)y;
}

static inline int up_to(int multiple, int n) { return (n + multiple - 1) / multiple * multiple; }

/* All cells of a step. */
static inline struct part whole_step(const struct volume *w, int step) {
  const ladder_wave *c = w->the_case;
  return (struct part){step, w->fresh && step == w->step, 0, c->nx, 0, c->ny, 0, c->nz};
}

/* The code for vectors of 4, 8 or 16 floats, 0: the longest that this processor has; NULL where it
 * has no such. */
update_cells *ladder_wave3d_cells(int vectors);
/* One part of a step: its cells by w->update, its sources, its receivers. Both are in update.c. */
void ladder_wave3d_update(const struct volume *, const struct part *);

#endif
