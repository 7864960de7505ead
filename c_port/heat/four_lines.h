/* Four lines of cells at once, for a field that lies in the nearest cache: line.h, with fewer
 * loads. */
#ifndef LADDER_HEAT_FOUR_LINES_H
#define LADDER_HEAT_FOUR_LINES_H

#include "c_port/heat/line.h"

/* Four lines side by side, `pitch` cells apart in the field they come from and `next_pitch` in the
 * one they go to: a line is loaded once as itself and as the neighbour of two. `from` is of the
 * first of them; its right line is not used. */
FOR_THIS_PROCESSOR static void step_four_lines(long n, float factor, const struct line *from,
                                               long pitch, float *restrict next, long next_pitch) {
  const float *restrict const now = from->now, *restrict const left = from->left,
                              *restrict const below = from->below,
                              *restrict const above = from->above;
  for (long i = 0; i < n; ++i) {
    float side = left[i], centre = now[i];
#pragma GCC unroll 4
    for (long k = 0; k < 4; ++k) {
      const float *const at = now + k * pitch + i;
      const float other = at[pitch];
      next[k * next_pitch + i] =
          centre + factor * ((at[-1] + at[1]) + (side + other) +
                             (below[k * pitch + i] + above[k * pitch + i]) - 6 * centre);
      side = centre;
      centre = other;
    }
  }
  for (long k = 0; k < 4; ++k) {
    next[k * next_pitch] = now[k * pitch];
    next[k * next_pitch + n - 1] = now[k * pitch + n - 1];
  }
}

#endif
