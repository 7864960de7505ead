/* Calls abort at its third call, as an exception across the boundary would.
 * Guard: plug-ins run in a child process. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (++s->calls == 3) abort();
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
