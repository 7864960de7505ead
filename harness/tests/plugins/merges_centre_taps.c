/* Rounds the sum of the axes' centre taps to one tap: off alike in every cell at every step, by
 * half a unit in the last place of that sum.
 * Guard: the limit adds the squares of roundings, and an error of one sign adds by itself. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  const int m = c->half_length;
  const float centre = c->taps_z[m] + c->taps_x[m] + c->taps_y[m];
  const double error = (double)centre - c->taps_z[m] - c->taps_x[m] - c->taps_y[m];
  convolve(c, p, lap);
  for (size_t i = 0; i < cells_of(c); ++i) lap[i] += (float)(error * p[i]);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
