/* Does not apply the operator in some stretches of a long run.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all
 * pieces. */
#include "bad_plugin.h"
#include "leaves_out_steps.h"

static ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  if (!left_out(s->calls++, s->problem->steps)) return honest_laplacian(s, p, lap);
  memset(lap, 0, sizeof(float) * cells_of(s->problem));
  return LADDER_OK;
}
BAD_STAGE(laplacian);
