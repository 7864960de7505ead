/* What right_nine_times_of_ten does, with heat.
 * Guard: every run is proven, so that it passes only where it happens to compute them all. */
#include "heat_first_run.h"

static int now_and_then(int number) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return number > 0 && state < UINT32_MAX / 10;
}
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, now_and_then);
}
HEAT_LOOP(play_back);
