/* Owns the time loop, and gives no field before the last step.
 * Guard: the checkpoints along the run are judged. */
#include "loop_plugin.h"

static ladder_status rarely(ladder_state *s, float *now, float *before, float *traces) {
  return loop.step < s->problem->steps ? LADDER_OK : download(s, now, before, traces);
}
BAD_LOOP(upload, advance, rarely);
