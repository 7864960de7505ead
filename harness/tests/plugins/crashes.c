/* Writes through a null pointer at its third call.
 * Guard: plug-ins run in a child process. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  volatile float *volatile nowhere = NULL;
  if (++s->calls == 3) *nowhere = 0;
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
