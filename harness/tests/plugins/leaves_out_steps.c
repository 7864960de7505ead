/* Owns the time loop, and does not compute in some stretches of a long run, be it whole or in
 * pieces: then the field does not change.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all
 * pieces. */
#include "leaves_out_steps.h"

#include "loop_plugin.h"

static ladder_status now_and_then(ladder_state *s, int32_t count) {
  for (; count > 0; --count)
    if (left_out(loop.step, s->problem->steps))
      ++loop.step, record(s->problem);
    else
      advance(s, 1);
  return LADDER_OK;
}
BAD_LOOP(upload, now_and_then, download);
