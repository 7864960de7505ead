/* Is wrong in one cell of one step: WRONG_STEP and WRONG_CELL of the environment say which ("17",
 * "5,8"), and from then on right again. Not for the harness, which would find it in other ways: a
 * shadow must report step and cell. */
#include <stdio.h>

#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  const char *step = getenv("WRONG_STEP"), *cell = getenv("WRONG_CELL");
  int z = 0, x = 0;
  convolve(c, p, lap);
  if (step && cell && ++s->calls == atoi(step) && sscanf(cell, "%d,%d", &z, &x) == 2)
    lap[Z_FASTEST(c, z, x, 0)] += 1e-3f / c->v2dt2[Z_FASTEST(c, z, x, 0)];
  return LADDER_OK;
}
BAD_STAGE(laplacian);
