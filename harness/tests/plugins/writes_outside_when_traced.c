/* Writes one value behind its array in the traced run.
 * Guard: the zones around the arrays are looked at after the traced run too. */
#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (traced()) lap[cells_of(s->problem)] = 0;
  return LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
