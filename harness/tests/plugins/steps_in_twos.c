/* Owns the time loop, takes two steps at a time and leaves out the odd one of a longer stretch:
 * right in every run whose number of steps is even.
 * Guard: the probe's pieces are odd. */
#include "loop_plugin.h"

static ladder_status in_twos(ladder_state *s, int32_t count) {
  if (count == 1 || count % 2 == 0) return advance(s, count);
  advance(s, count - 1);
  ++loop.step;
  record(s->problem);
  return LADDER_OK;
}
BAD_LOOP(upload, in_twos, download);
