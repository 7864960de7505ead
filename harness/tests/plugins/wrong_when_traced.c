/* Computes every other step only, in the traced run: the scopes show what it did not do.
 * Guard: the traced run is judged too. */
#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (!traced() || s->calls++ % 2 == 0) convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
