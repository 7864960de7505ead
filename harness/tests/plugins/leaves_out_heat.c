/* Leaves the temperature as it is in some stretches of a long run.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all
 * pieces. */
#include "heat_plugin.h"

static ladder_status step(ladder_state *s, const float *now, float *next) {
  const ladder_heat *c = s->problem;
  if (left_out(s->calls++, c->steps))
    memcpy(next, now, sizeof(float) * heat_cells(c));
  else
    step_all(c, now, next);
  return LADDER_OK;
}
HEAT_STAGE(.entries = &(const ladder_heat_entries){.step = step});
