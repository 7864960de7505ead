/* Leaves out steps of a run in one piece, and is honest where it is stopped on the way, as a proof
 * does.
 * Guard: the end of the repeated run is compared with that of the timed one. */
#include "leaves_out_steps.h"
#include "loop_plugin.h"

static ladder_status now_and_then(ladder_state *s, int32_t count) {
  const int whole = count == s->problem->steps;
  for (; count > 0; --count)
    if (whole && left_out(loop.step, s->problem->steps))
      ++loop.step, record(s->problem);
    else
      advance(s, 1);
  return LADDER_OK;
}
BAD_LOOP(upload, now_and_then, download);
