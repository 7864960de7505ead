/* Does not return in the traced run.
 * Guard: the time limit of a call holds for the traced run too. */
#include <unistd.h>

#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  while (traced()) sleep(1);
  convolve(s->problem, p, lap);
  return LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
