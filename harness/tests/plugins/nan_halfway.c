/* Puts one NaN into its 30th step of a run.
 * Guard: NaN is looked for in the bits, of what was timed. */
#include <math.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  CONVOLVE(s->problem, p, lap, Z_FASTEST, Z_FASTEST)
  if (++s->calls == 30) lap[0] = NAN;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
