/* Plays back its first run, in no time.
 * Guard: every run starts from fields of its own, so that the result of another is wrong. */
#include "first_run.h"

static int always(int number) { return number > 0; }
static ladder_status play_back(ladder_state *s, int32_t count) {
  return first_run(s, count, always);
}
BAD_LOOP(upload, play_back, download);
