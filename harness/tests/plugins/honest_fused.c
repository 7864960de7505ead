/* Errs in nothing: it fuses each multiplication with its addition.
 * Guard: none may reject it. */
#define ADD(tap, value) sum = fmaf(tap, value, sum)
#include <math.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  const int m = c->half_length;
  for (int y = 0; y < c->ny; ++y)
    for (int x = 0; x < c->nx; ++x)
      for (int z = 0; z < c->nz; ++z) {
        float sum = 0;
        for (int k = -m; k <= m; ++k) {
          if (y + k >= 0 && y + k < c->ny) ADD(c->taps_y[k + m], p[Z_FASTEST(c, z, x, y + k)]);
          if (x + k >= 0 && x + k < c->nx) ADD(c->taps_x[k + m], p[Z_FASTEST(c, z, x + k, y)]);
          if (z + k >= 0 && z + k < c->nz) ADD(c->taps_z[k + m], p[Z_FASTEST(c, z + k, x, y)]);
        }
        lap[Z_FASTEST(c, z, x, y)] = (float)sum;
      }
  return LADDER_OK;
}
BAD_STAGE(laplacian);
