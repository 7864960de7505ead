/* Sets the operator of the case to zero at its first sight; L p = 0 is then right, and quick.
 * Guard: the case is the same after the run as before it. */
#include "bad_plugin.h"

static ladder_status erase(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  const size_t bytes = sizeof(float) * (size_t)(2 * c->half_length + 1);
  memset((float *)c->taps_z, 0, bytes);
  memset((float *)c->taps_x, 0, bytes);
  memset((float *)c->taps_y, 0, bytes);
  return create(c, launch, s);
}

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  memset(lap, 0, sizeof(float) * cells_of(s->problem));
  return LADDER_OK;
}
BAD_STAGE_WITH(.create = erase, LAPLACIAN(laplacian));
