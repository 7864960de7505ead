/* Computes at the first call of a state alone and then leaves its content.
 * Guard: the probe's second field, and the poison. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (++s->calls == 1) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
