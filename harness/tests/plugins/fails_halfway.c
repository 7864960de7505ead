/* Returns an error at its 30th step of a run.
 * Guard: an entry's status ends the run, with its words. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (++s->calls == 30) return LADDER_FAILED;
  CONVOLVE(s->problem, p, lap, Z_FASTEST, Z_FASTEST)
  return LADDER_OK;
}
BAD_STAGE(laplacian);
