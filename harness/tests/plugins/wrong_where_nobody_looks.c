/* Is off in one cell of the inside, over a few late steps alone, once the probe is over.
 * Guard: the last window of a proof by samples has every cell; of a whole proof the end has. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  if (c->nz > 20 && c->nx > 20) lap[Z_FASTEST(c, 17, 19, c->ny / 2)] *= 1.01f;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
