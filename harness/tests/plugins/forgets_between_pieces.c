/* Owns the time loop, and begins each advance as if the field had stood still: right when a run is
 * one piece.
 * Guard: the probe runs the same steps in several splits. */
#include "loop_plugin.h"

static ladder_status forget(ladder_state *s, int32_t count) {
  if (loop.step > 0) memcpy(loop.before, loop.now, sizeof(float) * cells_of(s->problem));
  return advance(s, count);
}
BAD_LOOP(upload, forget, download);
