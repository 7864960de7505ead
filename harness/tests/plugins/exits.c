/* Ends the process as if all were well, at its 30th step of a run.
 * Guard: plug-ins run in a child process. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (++s->calls == 30) exit(0);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
