/* Writes 3000 values before its array.
 * Guard: the zones around every buffer. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  for (int i = 1; i <= 3000; ++i) lap[-i] = 0;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
