/* Is off in the last corner alone, and on large grids alone: no wave of the case comes there.
 * Guard: the probe tries the case's own grid too. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (cells_of(s->problem) > 2000) lap[cells_of(s->problem) - 1] *= 1.001f;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
