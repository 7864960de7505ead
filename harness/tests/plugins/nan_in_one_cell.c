/* Puts one NaN into one cell, far from the receivers, at the last step of a long run, where
 * nothing can spread any more.
 * Guard: NaN is looked for in the bits of every cell. */
#include <math.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (++s->calls == s->problem->steps && s->calls >= A_LONG_RUN)
    lap[cells_of(s->problem) - 10] = NAN;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
