/* Writes one value behind its array, late in a run: the probe does not come that far.
 * Guard: the zones are looked at after every run. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  if (++s->calls >= A_LONG_RUN) lap[cells_of(s->problem)] = 0;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
