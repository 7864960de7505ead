/* Returns an error in the traced run.
 * Guard: a traced run that fails is a failure of the stage. */
#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  return traced() ? LADDER_FAILED : LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
