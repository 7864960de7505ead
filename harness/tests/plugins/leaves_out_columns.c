/* Does not apply the operator to a tenth of the columns, others in each call of a long run, drawn
 * at random.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all cells. */
#include "bad_plugin.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  static uint32_t random = 1;
  const ladder_wave *c = s->problem;
  convolve(c, p, lap);
  if (++s->calls < A_LONG_RUN) return LADDER_OK;
  for (int column = 0; column < c->nx * c->ny; ++column) {
    random = random * 1664525u + 1013904223u;
    if ((random >> 16) % 10 == 0)
      memset(lap + (size_t)column * (size_t)c->nz, 0, sizeof(float) * (size_t)c->nz);
  }
  return LADDER_OK;
}
BAD_STAGE(laplacian);
