/* Owns the time loop, and is right in the first advance after an upload; in the next it takes the
 * field to have stood still. Guard: the probe runs the same steps in several splits, and a shadow
 * lets it go on from its own fields. */
#include "loop_plugin.h"

static int uploaded;

static ladder_status note(ladder_state *s, const float *now, const float *before, int32_t step) {
  uploaded = 1;
  return upload(s, now, before, step);
}
static ladder_status forget(ladder_state *s, int32_t count) {
  if (!uploaded) memcpy(loop.before, loop.now, sizeof(float) * cells_of(s->problem));
  uploaded = 0;
  return advance(s, count);
}
BAD_LOOP(note, forget, download);
