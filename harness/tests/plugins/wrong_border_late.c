/* Is off in one row near the surface once the probe is over, by less than the interior may be.
 * Guard: at each checkpoint the border is judged by a limit of its own. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (int x = 0; x < c->nx && c->nz > 7; ++x) lap[Z_FASTEST(c, 7, x, 0)] *= 1.00005f;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
