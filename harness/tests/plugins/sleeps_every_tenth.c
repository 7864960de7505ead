/* Sleeps 30 ms at every tenth call: right, and noisy.
 * Guard: it is reported as unsteady, since its time lies in a few of its calls. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (++s->calls % 10 == 0) usleep(30000);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
