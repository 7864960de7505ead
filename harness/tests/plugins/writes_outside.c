/* Writes one value behind its array.
 * Guard: the zones around every buffer. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  CONVOLVE(c, p, lap, Z_FASTEST, Z_FASTEST)
  lap[(size_t)c->nz * c->nx * c->ny] = 0;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
