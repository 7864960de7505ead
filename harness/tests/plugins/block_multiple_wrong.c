/* Works in blocks of 16 x 16; in the remaining cells it takes the value of the last whole
 * block.
 * Guard: the grids of the probe are no multiple of anything. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  enum { BLOCK = 16 };
  const ladder_wave *c = s->problem;
  float *whole = malloc(sizeof(float) * cells_of(c));
  convolve(c, p, whole);
  const int nz = c->nz < BLOCK ? c->nz : c->nz / BLOCK * BLOCK;
  const int nx = c->nx < BLOCK ? c->nx : c->nx / BLOCK * BLOCK;
  for (int y = 0; y < c->ny; ++y)
    for (int x = 0; x < c->nx; ++x)
      for (int z = 0; z < c->nz; ++z)
        lap[Z_FASTEST(c, z, x, y)] =
            whole[Z_FASTEST(c, z < nz ? z : nz - 1, x < nx ? x : nx - 1, y)];
  free(whole);
  return LADDER_OK;
}
BAD_STAGE(laplacian);
