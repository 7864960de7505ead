/* Makes one tap of the axes' centre taps, and that one is off by a unit in its last place: alike in every cell at every
 * step.
 * Guard: the limit adds the squares of roundings, and an error of one sign adds by itself. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_case *c = s->problem;
  const int m = c->half_length;
  const float centre = c->taps_z[m] + c->taps_x[m] + c->taps_y[m];
  const double error = (double)centre / (1 << 23);
  convolve(c, p, lap);
  for (size_t i = 0; i < cells_of(c); ++i) lap[i] += (float)(error * p[i]);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
