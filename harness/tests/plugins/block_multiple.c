/* Works in blocks of 16 x 16 and leaves the remaining cells unwritten.
 * Guard: the grids of the probe are no multiple of anything, and the outputs are poisoned. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  enum { BLOCK = 16 };
  const ladder_wave *c = s->problem;
  float *whole = malloc(sizeof(float) * cells_of(c));
  convolve(c, p, whole);
  for (int x = 0; x < (c->nx == 1 ? 1 : c->nx / BLOCK * BLOCK); ++x)
    for (int z = 0; z < c->nz / BLOCK * BLOCK; ++z)
      for (int y = 0; y < c->ny; ++y) lap[Z_FASTEST(c, z, x, y)] = whole[Z_FASTEST(c, z, x, y)];
  free(whole);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
