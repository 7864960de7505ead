/* Plays back its first run in a single later one, the fourth; all others it computes.
 * Guard: every run is proven, since the mean of all, with weights that it cannot know, must be that
 * of the oracle. */
#include "first_run.h"

static int fourth(int number) { return number == 3; }
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, fourth);
}
BAD_LOOP(upload, play_back, download);
