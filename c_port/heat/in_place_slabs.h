/* The slabs of c-in-place: their layout, and where in it a brick is.
 *
 * A plane is `blocks` bricks of four lines along x. Planes inside a slab lie in place: for each
 * block there are two places more than such planes, and T(m) of a plane is two places before T(m-1)
 * of it, the first behind the last. The outermost planes of a slab, which its neighbours read, lie
 * in two buffers, T(m) in buffer m % 2. So do the outermost planes of the field, twice the same.
 *
 * Of two halves along x the second is mirrored: both begin at the field's border and end in its
 * middle. A thread has a slab of one half. Its last line, which the other half's slab of the same
 * planes reads, lies in two buffers more. Lines that fill the second half up are its first. */
#ifndef LADDER_HEAT_IN_PLACE_SLABS_H
#define LADDER_HEAT_IN_PLACE_SLABS_H

#include <stdatomic.h>
#include <stddef.h>

#include "c_port/heat/bricks.h"
#include "harness/problems/heat/heat.h"

/* Planes [begin, end) of a field; the field's outermost planes are slabs of one plane. */
struct slab {
  _Alignas(256)
      atomic_long blocks; /* done since `advance` began; in lines of the cache of its own */
  _Alignas(256) long begin, end;
  float *inner, *aside, *ends[2]; /* ends: the first and the last plane; the same if there is one */
  float *edge;                    /* its last line, in bricks of which that is the first */
  const struct slab *other;       /* of the same planes, in the other half; NULL without halves */
};

struct ladder_state {
  const ladder_heat *the_case;
  struct brick_code code;
  struct slab *slabs; /* `count` of each half; number 0 and `count` - 1 of them never change */
  long count, vectors, line, brick, blocks, buffer; /* `line`, `brick`, `buffer`: in floats */
  long lag; /* less than was asked for where there are few blocks; so are the halves */
  int threads, steps, halves, step;
  ladder_launch used;
};

/* Between bricks and between buffers, in addition: else a vector that is stored to one delays the
 * loads of the other, since a processor first compares the last 12 bits of addresses. */
enum { APART = 32 };

static long smaller(long a, long b) { return a < b ? a : b; }
static long larger(long a, long b) { return a > b ? a : b; }

static long planes_of(const struct slab *slab) { return slab->end - slab->begin; }

static long places_of(const struct slab *slab) {
  return larger(0, planes_of(slab) - 2) + BRICK_PLANES;
}

/* T(step) of a block: of the planes inside a slab, the first of which is at place `first`. */
struct places {
  float *cells;
  long first, count;
};

static struct places places_at(const ladder_state *w, const struct slab *slab, long block,
                               long step) {
  const long count = places_of(slab);
  return (struct places){slab->inner + w->brick * count * block,
                         (count - BRICK_PLANES * step % count) % count, count};
}

static float *place_of(const ladder_state *w, const struct places *places, long plane) {
  const long at = places->first + plane;
  return places->cells + w->brick * (at < places->count ? at : at - places->count);
}

static float *end_of(const ladder_state *w, const struct slab *slab, int which, long block,
                     long step) {
  return slab->ends[which] + w->buffer * (step % 2) + w->brick * block;
}

/* T(step) of a block of plane y of a slab. */
static float *brick_of(const ladder_state *w, const struct slab *slab, long y, long block,
                       long step) {
  if (y == slab->begin) return end_of(w, slab, 0, block, step);
  if (y == slab->end - 1) return end_of(w, slab, 1, block, step);
  const struct places places = places_at(w, slab, block, step);
  return place_of(w, &places, y - slab->begin - 1);
}

/* The same of the slab's edge, for the other half. */
static float *edge_of(const ladder_state *w, const struct slab *slab, long plane, long step) {
  return slab->edge + w->brick * (plane + planes_of(slab) * (step % 2));
}

/* Line x of the field counted as its half counts, where the half's lines begin at its border. */
static long line_of(const ladder_state *w, long x) {
  const long lines = BRICK_LINES * w->blocks;
  return x < lines ? x : 2 * lines - 1 - x;
}

#endif
