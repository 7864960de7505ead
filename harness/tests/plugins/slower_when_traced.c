/* Sleeps in the traced run alone, which spends its time elsewhere than the timed ones.
 * Guard: the two are compared, and nothing is concluded from the shares. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "when_traced.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (traced()) usleep(1000);
  return LADDER_OK;
}
BAD_WHEN_TRACED(LAPLACIAN(laplacian));
