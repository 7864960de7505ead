/* Reads the neighbouring column where it should see the zero beyond the border.
 * Guard: the probe judges every cell by itself. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  CONVOLVE(c, p, lap, Z_FASTEST, Z_FASTEST)
  if (c->nz > 1 && c->nx > 1) lap[0] += c->taps_z[c->half_length + 1] * p[c->nz];
  return LADDER_OK;
}
BAD_STAGE(laplacian);
