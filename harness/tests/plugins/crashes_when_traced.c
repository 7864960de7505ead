/* Writes through a null pointer in the traced run.
 * Guard: a child process that is lost in the traced run is a failure of the stage. */
#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  volatile float *volatile nowhere = NULL;
  if (traced()) *nowhere = 0;
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
