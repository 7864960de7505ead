/* Takes x for the fastest axis.
 * Guard: the probe, on grids that are not square. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  CONVOLVE(s->problem, p, lap, X_FASTEST, X_FASTEST)
  return LADDER_OK;
}
BAD_STAGE(laplacian);
