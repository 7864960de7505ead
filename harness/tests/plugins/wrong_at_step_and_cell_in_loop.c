/* Owns the time loop and is wrong in one cell of one step, as wrong_at_step_and_cell: only a shadow
 * reports where. */
#include <stdio.h>

#include "loop_plugin.h"

static ladder_status spoil(ladder_state *s, int32_t count) {
  const char *step = getenv("WRONG_STEP"), *cell = getenv("WRONG_CELL");
  int z = 0, x = 0;
  for (; count > 0; --count) {
    advance(s, 1);
    if (step && cell && loop.step == atoi(step) && sscanf(cell, "%d,%d", &z, &x) == 2)
      loop.now[Z_FASTEST(s->problem, z, x, 0)] += 1e-3f;
  }
  return LADDER_OK;
}
BAD_LOOP(upload, spoil, download);
