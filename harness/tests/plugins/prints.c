/* Prints to stdout, where the records are.
 * Guard: what a plug-in prints does not get there. */
#include <stdio.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (s->calls++ == 0) printf("hello\n"), fflush(stdout);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
