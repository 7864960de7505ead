/* Is off in the last corner alone, by a thousandth.
 * Guard: the probe judges every cell by itself. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  convolve(s->problem, p, lap);
  lap[cells_of(s->problem) - 1] *= 1.001f;
  return LADDER_OK;
}
BAD_STAGE(laplacian);
