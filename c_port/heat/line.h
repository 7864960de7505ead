/* One line of cells, as the compiler can make it fast. A stage that includes this has
 * -ffp-contract=fast among its flags. The compiler makes it for processors with and without wide
 * vectors, and the program takes at its start what this one has. */
#ifndef LADDER_HEAT_LINE_H
#define LADDER_HEAT_LINE_H

#include <string.h>

#include "harness/problems/heat/heat.h"

#if defined(__x86_64__)
#define FOR_THIS_PROCESSOR \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_THIS_PROCESSOR
#endif

/* A line of n cells and its four neighbours, with a cell before its first and one behind its last
 * that may be read. The first and the last cell stay: they are computed with the others and put
 * back, so that where lines begin at 64 bytes no vector is stored across two lines of the cache. */
struct line {
  const float *now, *left, *right, *below, *above;
};

FOR_THIS_PROCESSOR static void step_line(long n, float factor, const struct line *from,
                                         float *restrict next) {
  const float *restrict const now = from->now, *restrict const left = from->left,
                              *restrict const right = from->right,
                              *restrict const below = from->below,
                              *restrict const above = from->above;
  for (long i = 0; i < n; ++i)
    next[i] = now[i] + factor * ((now[i - 1] + now[i + 1]) + (left[i] + right[i]) +
                                 (below[i] + above[i]) - 6 * now[i]);
  next[0] = now[0];
  next[n - 1] = now[n - 1];
}

/* Line (ix, iy) of a field of nz cells a line. */
static inline void step_line_of_field(const ladder_heat *c, long ix, long iy, const float *now,
                                      float *next) {
  const long line = c->nz, plane = line * c->nx, at = line * ix + plane * iy;
  if (ix == 0 || ix == c->nx - 1 || iy == 0 || iy == c->ny - 1) {
    memcpy(next + at, now + at, (size_t)line * sizeof *now);
    return;
  }
  const struct line from = {now + at, now + at - line, now + at + line, now + at - plane,
                            now + at + plane};
  step_line(line, c->factor, &from, next + at);
}

#endif
